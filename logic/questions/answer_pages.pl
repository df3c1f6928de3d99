:- encoding(utf8).
:- module(answer_pages,
          [ portion/5,                  % +Portion, +Template, :Goal, -Found, -More
            found_so_far/3,             % +Question, +Skip, -Found
            remembered/3                % +Key, ?Result, :Goal
          ]).
:- use_module(library(solution_sequences), [distinct/2]).
:- use_module(logic(support/resource_limits), [within_clock/3]).

/** <module> Answers page by page

A question may have infinitely many answers, or answers that take long.  A portion is one
page of them.  It ends when it is full, or when its time is over and there is at least one
answer.  For the next portion the question is asked again, and the answers already shown
are skipped.  Answers are stored as facts, so that they survive a limit or Ctrl-C.

The results of expensive searches are cached from one portion to the next.
*/

:- thread_local found/1.                % an answer of the portion
:- thread_local asked/2.                % Question, Skip: whose they are
:- thread_local found_enough/0.
:- thread_local known/2.                % Key, Result
:- thread_local remembering/0.

:- meta_predicate portion(+, ?, 0, -, -), collected(+, ?, 0, -), remembered(+, ?, 0).

%!  portion(+Portion, +Template, :Goal, -Found, -More) is det.
%
%   Found are distinct instances of Template for which Goal holds, in the order in which
%   they are found.  Portion is
%
%       portion(Question, Skip, Most, Patience)
%
%   Skip is the number of answers to skip, and Most is the largest number to return.  After
%   Patience, in seconds or `none`, the first answer ends the portion.  Question is ground
%   and identifies the search.  More is `true` if the size or the time ended the portion.

portion(portion(Question, Skip, Most, Patience), Template, Goal, Found, More) :-
    begin_with(Question, Skip),
    setup_call_cleanup(
        assertz(remembering),
        within(Patience, collected(Skip-Most, Template, Goal, More0), More0, More),
        retractall(remembering)),
    found_so_far(Question, Skip, Found).

begin_with(Question, Skip) :-
    ( Skip > 0, asked(Question, _) -> true ; retractall(known(_, _)) ),
    retractall(asked(_, _)),
    retractall(found(_)),
    retractall(found_enough),
    assertz(asked(Question, Skip)).

:- meta_predicate within(+, 0, ?, ?).

within(none, Goal, More, More) :- !, call(Goal).
within(Patience, Goal, More0, More) :-
    catch(( within_clock(Patience, patience_over, Goal), More = More0 ),
          patience_over, More = true).

%   Without an answer the portion continues; the first answer then ends it.

patience_over :-
    ( found(_) -> throw(patience_over) ; assertz(found_enough) ).

collected(Skip-Most, Template, Goal, More) :-
    Count = count(0),
    All is Skip + Most,
    (   \+ ( distinct(Template, Goal),
             arg(1, Count, N0), N is N0 + 1, nb_setarg(1, Count, N),
             N > Skip,
             (   N > All -> true
             ;   assertz(found(Template)),
                 found_enough
             )
           )
    ->  More = false
    ;   More = true
    ).

%!  found_so_far(+Question, +Skip, -Found) is det.
%
%   Found are the answers of the last portion in this thread, even if it was interrupted;
%   Found is empty if that portion had another Question or Skip.

found_so_far(Question, Skip, Found) :-
    ( asked(Question, Skip) -> findall(Answer, found(Answer), Found) ; Found = [] ).

%!  remembered(+Key, ?Result, :Goal) is semidet.
%
%   Goal computes Result, which is cached for further portions of the answers to a question.

remembered(Key, Result, Goal) :-
    (   \+ remembering -> once(Goal)
    ;   known(Key, Known) -> Result = Known
    ;   once(Goal),
        assertz(known(Key, Result))
    ).
