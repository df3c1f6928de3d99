:- encoding(utf8).
:- module(term_growth,
          [ guarded_rules/3,            % +Rules, -Guarded, -Lines
            set_lines/2,                % +Lines, +Text
            source_line/3               % +Source, +Text, -Line
          ]).
:- use_module(library(apply), [foldl/4, foldl/5, maplist/3]).
:- use_module(library(assoc), [empty_assoc/1, get_assoc/3, put_assoc/4]).
:- use_module(library(lists), [append/3, max_list/2, member/2, min_list/2, same_length/2]).
:- use_module(logic(language/aggregates), [number_of/1]).
:- use_module(logic(language/bounded_arithmetic)).
:- use_module(logic(language/vocabulary), [argument_sort/3, relation_mark/2]).

/** <module> Rules that may build ever larger terms

A rule can build a larger term from one that other rules have built, which may in turn
depend on it:

    next(heap(s(X))) :- true(heap(X)).

The *depth* of an argument of a relation is an upper bound on the nesting of its terms: 0
for constants and numbers. If it exceeds a bound, the rules that build on such an argument
get a literal that checks the size of the result (term_size.pl). Most games have no such rule,
and lose no speed. Numbers have checks of their own (bounded_arithmetic.pl).

The depth of an argument of a head comes from its variables. The depth of a variable is
the least that a literal binding it allows, because all literals must hold. All fluents
count as one argument; so do all moves, and all nodes of a state space.
*/

%   Terms whose depth is within the bound have at most this many parts.

most_parts(1_000_000).
deepest(6).

%!  guarded_rules(+Rules, -Guarded, -Lines) is det.
%
%   Rules are rule(Head, Literals, Source).  Guarded is a list of guarded(Head, Literals) in
%   the same order.  A rule that may build too large a term ends with a literal
%   test(small(Terms, relation(PI, Line))).  A literal that may compute too long a number is
%   followed by a check (bounded_arithmetic.pl).  Lines has From-Line for each rule with such checks:
%   From is the character where the rule begins, and set_lines/2 binds Line.

guarded_rules(Rules, Guarded, Lines) :-
    findall(Flow, ( member(Rule, Rules), flow(Rule, Flow) ), Flows),
    bound(Rules, Bound),
    empty_assoc(None),
    stable(Flows, Bound, None, Depths),
    foldl(guarded(Depths, Bound), Rules, Guarded, Lines, []).

%   The greatest depth at which no term has too many parts, if an argument of a head
%   has at most Widest variables.

bound(Rules, Bound) :-
    findall(Count,
            ( member(rule(Head, _, _), Rules), constructed(Head, T),
              term_variables(T, Vs), Vs \== [],
              occurrences(T, Count) ),
            Counts),
    max_list([2|Counts], Widest),
    most_parts(Most), deepest(Deepest),
    Bound is max(2, min(Deepest, floor(log(Most) / log(Widest)))).

occurrences(T, Count) :-
    findall(x, variable_at(T, 0, _, _), Xs),
    length(Xs, Count).

%   constructed(+Head, -Term) is nondet: an argument that is a compound term.

constructed(Head, Term) :- compound(Head), arg(_, Head, Term), compound(Term), \+ ground(Term).

%   flow(+Rule, -Flow) is nondet: Flow is flow(Position, Sources).  Position is an
%   argument of the head, and Sources are where its terms come from: depth(D) for a
%   ground term, nested(D, Binders) for a variable at depth D.

flow(rule(Head, Literals, _), flow(Position, Sources)) :-
    compound(Head),
    compound_name_arity(Head, Name, Arity),
    arg(I, Head, Argument),
    \+ ( relation_mark(Name/Arity, input(Given)), I =< Given ),
    position(Name/Arity, I, Position),
    findall(Source, source(Argument, Head, Literals, Source), Sources),
    Sources \== [depth(0)], Sources \== [].

position(PI, I, Position) :-
    (   argument_sort(PI, I, Sort), memberchk(Sort, [fluent, move, node]) -> Position = Sort
    ;   Position = PI-I
    ).

source(Argument, _, _, depth(D)) :- ground(Argument), !, depth(Argument, D).
source(Argument, Head, Literals, nested(D, Binders)) :-
    variable_at(Argument, 0, D, V),
    findall(B, ( ( given(Head, L) ; member(L, Literals) ), binder(L, V, B) ), Binders).

%   given(+Head, -Literal): the call of Head binds the arguments in Literal, its inputs.

given(Head, call(Given)) :-
    compound_name_arguments(Head, Name, Arguments),
    functor(Head, Name, Arity),
    relation_mark(Name/Arity, input(Count)),
    length(Inputs, Count), append(Inputs, Others, Arguments),
    same_length(Others, Free), append(Inputs, Free, Arguments1),
    compound_name_arguments(Given, Name, Arguments1).

depth(Term, Depth) :-
    (   compound(Term)
    ->  findall(D, ( arg(_, Term, A), depth(A, D) ), Ds),
        max_list([0|Ds], Most), Depth is Most + 1
    ;   Depth = 0
    ).

%   variable_at(+Term, +Depth0, -Depth, -V) is nondet.

variable_at(Term, D, D, Term) :- var(Term), !.
variable_at(Term, D0, D, V) :-
    compound(Term),
    D1 is D0 + 1,
    arg(_, Term, A),
    variable_at(A, D1, D, V).

%   binder(+Literal, +Variable, -Binder) is nondet: at(Position, D) if Variable occurs in
%   that argument at depth D; least([]) if it is a number; most(Binderss) for alternatives.

binder(call(Atom), V, at(Position, D)) :-
    compound(Atom),
    compound_name_arity(Atom, Name, Arity),
    arg(I, Atom, Argument),
    variable_at(Argument, 0, D, W), W == V,
    position(Name/Arity, I, Position).
binder(is(W, _), V, least([])) :- W == V.
binder(between(_, _, W), V, least([])) :- W == V.
binder(aggregate(How, _, _, W), V, least([])) :- number_of(How), W == V.
binder(or(Bodies), V, most(Binderss)) :-
    findall(Bs, ( member(Body, Bodies),
                  findall(B, ( member(L, Body), binder(L, V, B) ), Bs) ), Binderss),
    \+ memberchk([], Binderss).

% ---- depths ----------------------------------------------------------------

stable(Flows, Bound, Depths0, Depths) :-
    foldl(flowed(Bound), Flows, Depths0, Depths1),
    (   Depths1 == Depths0 -> Depths = Depths0
    ;   stable(Flows, Bound, Depths1, Depths)
    ).

flowed(Bound, flow(Position, Sources), Depths0, Depths) :-
    findall(D, ( member(S, Sources), source_depth(S, Bound, Depths0, D) ), Ds),
    max_list(Ds, New0),
    New is min(New0, Bound + 1),
    position_depth(Position, Depths0, Old),
    (   New > Old -> put_assoc(Position, Depths0, New, Depths) ; Depths = Depths0 ).

position_depth(Position, Depths, Depth) :-
    ( get_assoc(Position, Depths, Depth0) -> Depth = Depth0 ; Depth = 0 ).

source_depth(depth(D), _, _, D).
source_depth(nested(D0, Binders), Bound, Depths, D) :-
    variable_depth(Binders, Bound, Depths, D1),
    D is D0 + D1.

%   A variable that nothing binds may have any value.

variable_depth([], Bound, _, Depth) :- !, Depth is Bound + 1.
variable_depth(Binders, Bound, Depths, Depth) :-
    findall(D, ( member(B, Binders), binder_depth(B, Bound, Depths, D) ), Ds),
    min_list(Ds, Depth).

binder_depth(least([]), _, _, 0).
binder_depth(at(Position, Nested), Bound, Depths, D) :-
    position_depth(Position, Depths, D0),
    (   D0 > Bound -> D = D0 ; D is max(0, D0 - Nested) ).
binder_depth(most(Binderss), Bound, Depths, Depth) :-
    findall(D, ( member(Bs, Binderss), variable_depth(Bs, Bound, Depths, D) ), Ds),
    max_list(Ds, Depth).

% ---- guards ----------------------------------------------------------------

guarded(Depths, Bound, rule(Head, Literals0, source(From-_, _, _)), guarded(Head, Literals),
        Lines0, Lines) :-
    functor(Head, Name, Arity),
    Where = relation(Name/Arity, Line),
    short_numbers(Literals0, Where, Literals1),
    findall(I, growing(Head, Literals0, Depths, Bound, I), Is0),
    sort(Is0, Is),
    (   Is == [] -> Literals = Literals1
    ;   maplist(argument(Head), Is, Terms),
        append(Literals1, [test(small(Terms, Where))], Literals)
    ),
    ( Literals == Literals0 -> Lines0 = Lines ; Lines0 = [From-Line|Lines] ).

argument(Term, I, Argument) :- arg(I, Term, Argument).

%   growing(+Head, +Literals, +Depths, +Bound, -I) is nondet: argument I of Head has a
%   variable inside a term, and the depth of the result may exceed Bound.

growing(Head, Literals, Depths, Bound, I) :-
    compound(Head),
    arg(I, Head, Argument),
    compound(Argument),
    source(Argument, Head, Literals, nested(D0, Binders)),
    D0 > 0,
    variable_depth(Binders, Bound, Depths, D),
    D + D0 > Bound.

%!  set_lines(+Lines, +Text) is det.
%
%   Lines is a list of From-Line: each Line is that of the character From in Text.

set_lines(Lines0, Text) :-
    keysort(Lines0, Lines),
    foldl(set_line(Text), Lines, 0-1, _).

set_line(Text, From-Line, From0-Line0, From-Line) :-
    Length is From - From0,
    sub_string(Text, From0, Length, _, Between),
    split_string(Between, "\n", "", Parts),
    length(Parts, Count),
    Line is Line0 + Count - 1.

%!  source_line(+Source, +Text, -Line) is det.
%
%   Line is where a rule begins, counted from 1.

source_line(source(From-_, _, _), Text, Line) :-
    sub_string(Text, 0, From, _, Before),
    split_string(Before, "\n", "", Parts),
    length(Parts, Line).
