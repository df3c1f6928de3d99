:- encoding(utf8).
:- module(answer_pages,
          [ portion/5,                  % +Portion, +Template, :Goal, -Found, -More
            found_so_far/3,             % +Question, +Skip, -Found
            remembered/3                % +Key, ?Result, :Goal
          ]).
:- use_module(library(solution_sequences), [distinct/2]).
:- use_module(logic(support/resource_limits), [within_clock/3]).

/** <module> Answers in portions

A question may have endless many answers, or some that come late.  A portion ends with
its size, or when its patience is over and there is something to show; for the next one
the question is asked again, and what was shown already is passed over.  What is found is
kept in facts, so that it is still there when a limit or Ctrl-C has ended the search.

What a search has cost much to find is remembered from one portion to the next.
*/

:- thread_local found/1.                % an answer of the portion
:- thread_local asked/2.                % Question, Skip: whose they are
:- thread_local found_enough/0.
:- thread_local known/2.                % Key, Result
:- thread_local remembering/0.

:- meta_predicate portion(+, ?, 0, -, -), collected(+, ?, 0, -), remembered(+, ?, 0).

%!  portion(+Portion, +Template, :Goal, -Found, -More) is det.
%
%   Found are different instances of Template for which Goal holds, in the order in which
%   they come.  Portion is
%
%       portion(Question, Skip, Most, Patience)
%
%   so many are passed over, and so many found at most; after Patience, seconds or `none`,
%   no more than the first.  Question is ground, and says whose search it is.  More is
%   `true` when the size or the patience has ended it.

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

%   Without an answer there is nothing to stop for: then the first one will.

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
%   Found is what the last portion of this thread has found, even if it has not ended;
%   nothing, when it was another one.

found_so_far(Question, Skip, Found) :-
    ( asked(Question, Skip) -> findall(Answer, found(Answer), Found) ; Found = [] ).

%!  remembered(+Key, ?Result, :Goal) is semidet.
%
%   Goal, which makes Result, need not be called again for another portion of the answers
%   to a question.

remembered(Key, Result, Goal) :-
    (   \+ remembering -> once(Goal)
    ;   known(Key, Known) -> Result = Known
    ;   once(Goal),
        assertz(known(Key, Result))
    ).
