:- encoding(utf8).
:- module(literals,
          [ body/6,                     % +Term, +Places, ?Literals, ?Tail, ?Faults, ?Tail
            connective/1,               % ?Goal
            numeric/1,                  % ?Goal
            atom_or_term/1,             % +Term
            denial/2,                   % ?Term, ?Atom
            misfit/1,                   % +Term
            spoilt/1,                   % +Term
            literal_count/2,            % +Body, -Count
            inner_literal/3,            % +Body, -Place, -Literal
            inner_literal/2,            % +Literals, ?Literal
            inner_atom/2,               % +Literals, -Atom
            place/2,                    % +SubtermPosition, -Place
            stripped/2,                 % +SubtermPosition, -Bare
            arguments/2,                % +SubtermPosition, -Positions
            after_literal_of/4,         % +Role, +Move, +Body, -Literal
            sum/1                       % +Term
          ]).
:- use_module(library(apply), [foldl/4, partition/4]).
:- use_module(library(lists), [append/3, member/2]).
:- use_module(logic(language/aggregates)).

/** <module> The body of a clause as literals

A body is a list of literals `Place:Literal`:

    call(Atom)              Atom is provable; true(F) and does(R, M) are atoms too
    not(Body)               Body has no proof
    or([Body, ...])         one of the bodies
    test(Goal)              a comparison of bound terms
    equal(A, B)             A = B, until equations.pl has resolved it
    is(X, Expression)       integer arithmetic
    between(Low, High, X)   Low =< X =< High
    aggregate(How, T, Body, N)  N is the count, sum, ... of the distinct instances of T for
                            which Body holds (aggregates.pl)
    after(R, M, Body)       Body holds in the state after the move M of R (after.pl); R is '$role'
                            for the role of the head, which the clause does not name
    broken(Goal)            a goal with a fault

Subterm positions are those of read_term/3.
*/

%!  denial(?Term, ?Atom) is nondet.
%
%   Term, an argument, says that Atom does not hold, in one of the syntaxes.

denial(\+ Atom, Atom).
denial(not(Atom), Atom).
denial(~(Atom), Atom).

%!  body(+Goal, +Positions, ?Literals, ?LiteralsTail, ?Faults, ?FaultsTail) is det.
%
%   Literals are the literals of Goal.  A fault in one literal does not hide the faults
%   of the others.

body(Goal, Places, [Place:broken(Goal)|Ls], Ls,
     [fault(error, variable_goal, Place, [])|Fs], Fs) :-
    var(Goal), !,
    place(Places, Place).
body(Goal, Places0, Ls0, Ls, Fs0, Fs) :-
    stripped(Places0, Places),
    place(Places, Place),
    body_(Goal, Places, Place, Ls0, Ls, Fs0, Fs).

body_(true, _, _, Ls, Ls, Fs, Fs) :- !.
body_(Goal, _, Place, [Place:broken(Goal)|Ls], Ls, Fs, Fs) :- misfit(Goal), !.
body_((A, B), Places, _, Ls0, Ls, Fs0, Fs) :- !,
    arguments(Places, [PA, PB]),
    body(A, PA, Ls0, Ls1, Fs0, Fs1),
    body(B, PB, Ls1, Ls, Fs1, Fs).
body_(Goal, Places, Place, [Place:broken(Goal)|Ls], Ls,   % its parts will be rewritten too
      [fault(error, if_then_else, Arrow, [])|Fs], Fs) :-
    if_then(Goal, Places, Arrow), !.
body_(Goal, Places, Place, [Place:or(Bodies)|Ls], Ls, Fs0, Fs) :-
    disjuncts(Goal, Places, Goals, []), Goals = [_, _|_], !,
    alternatives(Goals, Bodies, Fs0, Fs).
body_(!, _, Place, [Place:broken(!)|Ls], Ls, [fault(error, cut, Place, [])|Fs], Fs) :- !.
body_(\+ A, Places, Place, Ls0, Ls, Fs0, Fs) :- !,
    negation(A, Places, Place, Ls0, Ls, Fs0, Fs).
body_(not(A), Places, Place, Ls0, Ls, Fs0, Fs) :- !,
    negation(A, Places, Place, Ls0, Ls, Fs0, Fs).
body_(Goal, Places, Place, [Place:aggregate(How, T, Body, N)|Ls], Ls, Fs0, Fs) :-
    aggregate_goal(Goal, How, T, A, N),
    ( How == count -> true ; nonvar(A), atom_or_term(A) ), !,   % else a relation of the file
    arguments(Places, Ps),
    once(append([PT|_], [PA, PN], Ps)),
    body(A, PA, Body, [], Fs0, Fs1),
    ( measured(How, T, V) -> whole_numbers([V], [PT], Fs1, Fs2) ; Fs1 = Fs2 ),
    ( number_of(How) -> whole_numbers([N], [PN], Fs2, Fs) ; Fs2 = Fs ).
body_(after(R, M, A), Places, Place, Ls0, Ls, Fs0, Fs) :- !,
    arguments(Places, [_, _, PA]),
    hypothesis(after(R, M, A), PA, Place, Ls0, Ls, Fs0, Fs).
body_(after(M, A), Places, Place, Ls0, Ls, Fs0, Fs) :- !,
    arguments(Places, [_, PA]),
    hypothesis(after('$role', M, A), PA, Place, Ls0, Ls, Fs0, Fs).
body_(between(Low, High, X), Places, Place, Ls0, Ls, Fs0, Fs) :- !,
    arguments(Places, Ps),
    whole_numbers([Low, High, X], Ps, Fs1, Fs2),
    narrow(Low, High, Place, Fs2, Fs),
    unless_faulty(Fs1, Fs, Place, between(Low, High, X), Ls0, Ls, Fs0).
body_(X is E, Places, Place, Ls0, Ls, Fs0, Fs) :- !,
    arguments(Places, [PX, PE]),
    whole_numbers([X], [PX], Fs1, Fs2),
    not_arithmetic(E, PE, Fs2, Fs),
    unless_faulty(Fs1, Fs, Place, is(X, E), Ls0, Ls, Fs0).
body_(Goal, Places, Place, Ls0, Ls, Fs0, Fs) :-
    compound(Goal),
    compound_name_arguments(Goal, or, Alternatives), !,
    arguments(Places, Ps),
    pairs(Alternatives, Ps, Pairs),
    Ls0 = [Place:or(Bodies)|Ls],
    alternatives(Pairs, Bodies, Fs0, Fs).
body_(Goal, Places, Place, Ls0, Ls, Fs0, Fs) :-
    numeric(Goal), !,
    arguments(Places, [PA, PB]),
    Goal =.. [_, A, B],
    not_arithmetic(A, PA, Fs1, Fs2),
    not_arithmetic(B, PB, Fs2, Fs),
    unless_faulty(Fs1, Fs, Place, test(Goal), Ls0, Ls, Fs0).
body_(Goal, _, Place, [Place:test(distinct(X, Y))|Ls], Ls, Fs, Fs) :-
    different(Goal, X, Y), !.
body_(X == Y, _, Place, [Place:not([Place:test(distinct(X, Y))])|Ls], Ls, Fs, Fs) :- !.
body_(X = Y, _, Place, [Place:L|Ls], Ls, Fs, Fs) :- !,
    ( spoilt(X = Y) -> L = broken(X = Y) ; L = equal(X, Y) ).
body_(M:G, _, Place, [Place:broken(M:G)|Ls], Ls,
      [fault(error, module, Place, [])|Fs], Fs) :- !.
body_(Goal, _, Place, [Place:call(Goal)|Ls], Ls, Fs, Fs) :- atom_or_term(Goal), !.
body_(Goal, _, Place, [Place:broken(Goal)|Ls], Ls,
      [fault(error, goal_not_callable, Place, [Goal])|Fs], Fs).

%   unless_faulty(+Faults, +Tail, +Place, +Literal, ?Ls0, ?Ls, -Faults)

unless_faulty(Fs, Tail, Place, Literal, [Place:L|Ls], Ls, Fs) :-
    ( Fs == Tail -> L = Literal ; L = broken(Literal) ).

negation(A, Places, Place, [Place:L|Ls], Ls, Fs0, Fs) :-
    arguments(Places, [PA]),
    body(A, PA, Body, [], Fs0, Fs),
    ( Body = [_:not([_:test(distinct(X, Y))])] -> L = test(distinct(X, Y)) ; L = not(Body) ).

%   hypothesis(+After, +GoalPosition, +Place, ?Ls0, ?Ls, ?Fs0, ?Fs): what is equal is so in every state,
%   so equations of the goal stand beside the literal.

hypothesis(after(R, M, A), PA, Place, Ls0, Ls, Fs0, Fs) :-
    body(A, PA, Body0, [], Fs0, Fs),
    partition(equation, Body0, Equations, Body),
    after_literal_of(R, M, Body, L),
    append(Equations, [Place:L|Ls], Ls0).

%!  after_literal_of(+Role, +Move, +Body, -Literal) is det.
%
%   Literal is that of after(Role, Move, Goal), given the Body of its goal.  How often the position that
%   comes has occurred is a relation of its own, for the history is no fluent (history.pl).

after_literal_of(R, M, [_:call(occurred(N))], call('occurred after'(R, M, N))) :- !.
after_literal_of(R, M, Body, after(R, M, Body)).

equation(_:equal(_, _)).

%   The largest number of integers that a literal may enumerate.
widest_range(1_000_000).

narrow(Low, High, Place, Fs0, Fs) :-
    (   integer(Low), integer(High), widest_range(Most), High - Low >= Most
    ->  Fs0 = [fault(error, wide_range, Place, [Most])|Fs]
    ;   Fs0 = Fs
    ).

%   if_then(+Goal, +Position, -Arrow) is semidet: Arrow is the position of the arrow.

if_then(Goal, Places, From-To) :-
    (   Goal = (If ; _), nonvar(If)
    ->  arguments(Places, [PIf0, _]),
        stripped(PIf0, PIf)
    ;   If = Goal, PIf = Places
    ),
    ( If = (_ -> _) ; If = (_ *-> _) ), !,
    PIf = term_position(_, _, From, To, _).

disjuncts(Goal, Places0, Gs0, Gs) :-
    stripped(Places0, Places),
    (   nonvar(Goal), ( Goal = (A ; B) ; Goal = (A | B) ), \+ if_then(Goal, Places, _)
    ->  arguments(Places, [PA, PB]),
        disjuncts(A, PA, Gs0, Gs1),
        disjuncts(B, PB, Gs1, Gs)
    ;   Gs0 = [Goal-Places|Gs]
    ).

alternatives([], [], Fs, Fs).
alternatives([A-PA|Goals], [Body|Bodies], Fs0, Fs) :-
    body(A, PA, Body, [], Fs0, Fs1),
    alternatives(Goals, Bodies, Fs1, Fs).

pairs([], [], []).
pairs([A|As], [B|Bs], [A-B|Ps]) :- pairs(As, Bs, Ps).

% ---- arithmetic ------------------------------------------------------------

%   not_arithmetic(+Expression, +Position, ?Faults, ?Tail): Faults has one fault for each
%   subterm that is no integer expression.

not_arithmetic(E, _, Fs, Fs) :- ( var(E) ; integer(E) ), !.
not_arithmetic(E, P0, Fs0, Fs) :-
    compound(E), function(E), !,
    stripped(P0, P),
    arguments(P, Ps),
    compound_name_arguments(E, _, As),
    all_arithmetic(As, Ps, Fs0, Fs).
not_arithmetic(E, _, Fs, Fs) :- spoilt(E), !.
not_arithmetic(E, P, [fault(error, not_arithmetic, Place, [E])|Fs], Fs) :-
    place(P, Place).

all_arithmetic([], _, Fs, Fs).
all_arithmetic([A|As], [P|Ps], Fs0, Fs) :-
    not_arithmetic(A, P, Fs0, Fs1),
    all_arithmetic(As, Ps, Fs1, Fs).

%   function(?Expression): a function of arithmetic with its arguments.

function(_ + _).
function(_ - _).
function(_ * _).
function(_ // _).
function(_ mod _).
function(_ rem _).
function(_ xor _).
function(min(_, _)).
function(max(_, _)).
function(- _).
function(+ _).
function(abs(_)).
function(sign(_)).

%   The arguments that must be variables or integers, not expressions.

whole_numbers([], _, Fs, Fs).
whole_numbers([X|Xs], [P|Ps], Fs0, Fs) :-
    (   ( var(X) ; integer(X) ; spoilt(X) )
    ->  Fs0 = Fs1
    ;   place(P, Place),
        Fs0 = [fault(error, not_whole, Place, [X])|Fs1]
    ),
    whole_numbers(Xs, Ps, Fs1, Fs).

%!  sum(+Term) is semidet.
%
%   Term is a sum or product that contains a number, and so was probably meant to be evaluated.  (A
%   difference may be a pair.)

sum(Term) :-
    compound(Term),
    ( Term = A + B ; Term = A * B ; Term = A // B ; Term = A mod B ),
    ( integer(A) ; integer(B) ), !.

% ---- the words of the language ---------------------------------------------

%!  connective(?Goal) is nondet.
%
%   Goals with a built-in meaning, which rules cannot define.

connective((_, _)).
connective((_ ; _)).
connective((_ | _)).
connective((_ -> _)).
connective((_ *-> _)).
connective((_ :- _)).
connective(\+ _).
connective(not(_)).
connective(Goal) :- numeric(Goal).
connective(Goal) :- different(Goal, _, _).
connective(_ == _).
connective(_ = _).
connective(_ is _).
connective(between(_, _, _)).
connective(count(_, _, _)).
connective(true(_)).
connective(does(_, _)).
connective(true).
connective(fail).
connective(false).
connective(!).

%!  numeric(?Goal) is nondet.
%
%   Goal compares the values of two expressions.

numeric(_ < _).
numeric(_ =< _).
numeric(_ > _).
numeric(_ >= _).
numeric(_ =:= _).
numeric(_ =\= _).

different(X \== Y, X, Y).
different(dif(X, Y), X, Y).
different(distinct(X, Y), X, Y).
different(X \= Y, X, Y).

%!  atom_or_term(+Term) is semidet.
%
%   Term can be an instance of a relation: it is no number, list or term in braces.

atom_or_term(Term) :-
    callable(Term),
    Term \= [_|_],
    Term \== [],
    Term \== {},
    Term \= {_}.

%!  misfit(+Term) is semidet.
%
%   Term stands for something that cannot be part of a rule (prolog_reader.pl).

misfit(Term) :- callable(Term), functor(Term, '$misfit', _).

%!  spoilt(+Term) is semidet.
%
%   Term contains a misfit, which has been reported already.

spoilt(Term) :- misfit(Term), !.
spoilt(Term) :- compound(Term), arg(_, Term, Argument), spoilt(Argument), !.

%!  inner_literal(+Body, -Place, -Literal) is nondet.
%
%   Literal is a literal of Body, or of a body nested in it.

inner_literal(Body, Place, Literal) :-
    member(P:L, Body),
    (   Place = P, Literal = L
    ;   ( L = not(B) ; L = aggregate(_, _, B, _) ; L = after(_, _, B) ; L = or(Bs), member(B, Bs) ),
        inner_literal(B, Place, Literal)
    ).

%!  inner_atom(+Literals, -Atom) is nondet.
%
%   Atom is called by Literals, or by a body nested in them.

inner_atom(Body, Atom) :- inner_literal(Body, call(Atom)).

%!  inner_literal(+Literals, ?Literal) is nondet.
%
%   Literal is one of Literals, which have no places, or of a body nested in them.

inner_literal(Body, Literal) :-
    member(L, Body),
    (   L = Literal
    ;   ( L = not(B) ; L = aggregate(_, _, B, _) ; L = after(_, _, B) ; L = or(Bs), member(B, Bs) ),
        inner_literal(B, Literal)
    ).

%!  literal_count(+Body, -Count) is det.
%
%   Count is the number of literals of Body and of the bodies nested in it.

literal_count(Body, Count) :- foldl(count_literal, Body, 0, Count).

count_literal(_:L, N0, N) :-
    N1 is N0 + 1,
    (   ( L = not(B) ; L = aggregate(_, _, B, _) ; L = after(_, _, B) )
    ->  foldl(count_literal, B, N1, N)
    ;   L = or(Bs)
    ->  foldl(count_body, Bs, N1, N)
    ;   N = N1
    ).

count_body(Body, N0, N) :- foldl(count_literal, Body, N0, N).

% ---- places ----------------------------------------------------------------

%!  place(+SubtermPosition, -Place) is det.
%
%   Place is the character range of a subterm.

place(Position, From-To) :-
    stripped(Position, P),
    (   P = From-To -> true ; arg(1, P, From), arg(2, P, To) ).

%!  stripped(+SubtermPosition, -Bare) is det.
%
%   Bare is SubtermPosition without the parentheses around it.

stripped(parentheses_term_position(_, _, P0), P) :- !, stripped(P0, P).
stripped(P, P).

%!  arguments(+SubtermPosition, -Positions) is semidet.

arguments(P0, Ps) :-
    stripped(P0, P),
    (   P = term_position(_, _, _, _, Ps0) -> Ps = Ps0
    ;   P = list_position(_, _, Es, none) -> Ps = Es
    ;   P = brace_term_position(_, _, A) -> Ps = [A]
    ).
