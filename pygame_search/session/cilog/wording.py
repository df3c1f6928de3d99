"""The words of the dialogue: commands, and the help at each prompt."""

from __future__ import annotations

COMMANDS = (
    "ask", "askable", "askables", "bound", "check", "clear", "help", "how", "listing",
    "load", "quit", "stats", "tell", "why", "whynot",
)  # fmt: skip
#: Those that may stand alone.
ALONE = {"askables", "bound", "check", "clear", "help", "listing", "quit", "why"}

HELP = """\
A clause is `head` or `head <- body`. A body has atoms, `&` between them, `~` before
what must fail, and X \\= Y, X = Y, X is Expression, X < Y and its like, number(X),
between(Low, High, X), count(Template, Body, N). Each input ends with a full stop.

  tell CLAUSE.      add a clause to the knowledge base
  ask QUERY.        find out whether a body follows from it
  how QUERY.        the same, and walk through the proof
  whynot QUERY.     find out why a body fails
  askable ATOM.     have the user asked whether ATOM is true
  bound N.          set the depth bound (at first 30); bound. shows it
  listing. listing ATOM.      show the clauses, or those whose head is like ATOM
  clear. clear ATOM.          take them back
  check.            look for atoms that no clause can prove
  askables.         show what the user may be asked
  load 'FILE'.      tell the clauses of a file
  stats runtime. stats none.  report the time a query takes, or not
  help. quit.       this text; the end"""

REPORT_HELP = """\
  An instance of the query is proved. Give one of
    more.    for the next answer
    ok.      for no more
    how.     to see how this one was proved"""

HOW_HELP = """\
     Give one of
       how N. or N.   how goal number N was proved
       up.            back to the rule in which this goal is used; `why.` too
       retry.         another proof
       ok.            leave the proof
       prompt.        leave the query, too"""

WHY_HELP = """\
   Give one of
      how N. or N.   how goal number N was proved, if it was
      why.           why the head of this rule is being proved
      ok.            back to the question
      prompt.        leave the query"""

ASKED_HELP = """\
   The system has no other way to know this. Give one of
      yes.       it is true
      no.        it is false
      unknown.   to go on with the clauses for it
      why.       to see why this is asked
      prompt.    to leave the query"""

TRACE_HELP = """\
     Give one of
        yes.    look into this rule
        no.     go on to the next rule
        up.     back to the rule that this goal is used in
        ok.     leave"""

PROVED_HELP = """\
     Give one of
        yes.     this is right: the rest of the body should hold, too
        no.      this should not have made the body hold: look for another proof
        debug.   this is wrong: see how it was proved
        ok.      leave"""

FAILING_HELP = """\
     Give one of
        a number   to ask again with this bound, above {bound}; `bound N.` keeps one
        where.     to see where the bound was reached
        ok.        to leave the query"""

STOPPED_HELP = """\
     Give one of
        fail.      let this goal fail
        succeed.   let it succeed
        why.       see why it is being proved
        ok.        leave the query"""

PROCEED_HELP = """
        proceed.   let it fail, and do not stop again at the bound"""
