:- encoding(utf8).
:- use_module(library(plunit)).
:- ensure_loaded('../../../logic/paths').
:- use_module(logic(requests/proof_words)).

%   Trees as explanation.pl makes them.

leaf(Holds, Goal, Reason, Kind, node(Holds, Goal, none, Reason, [], [kind(Kind)])).

fact(true, Goal, Node) :- leaf(true, Goal, "holds in the position", fluent, Node).
fact(false, Goal, Node) :- leaf(false, Goal, "does not hold in the position", fluent, Node).

denied(Goal, node(true, Denied, none, "has no proof", [Node], [kind(negation)])) :-
    fact(false, Goal, Node),
    string_concat("\\+ ", Goal, Denied).

tree(fluent, Node) :- fact(true, "true(a)", Node).
tree(rule, node(true, "p", 0-5, "", [A, A, B], [kind(atom)])) :- fact(true, "true(a)", A), denied("q", B).
tree(clauses, node(true, "p", 0-5, "", [], [kind(atom)])).
tree(search, Node) :- leaf(true, "perft(1, 3)", "was found by a search", search, Node).
tree(fails, node(false, "p", none, "", [Clause], [kind(atom)])) :-
    fact(false, "true(a)", A),
    Clause = node(false, "p", 0-5, "", [], [failed(A), bindings(['X'-"1"]), tries(1), also([]), others([])]).
tree(tries(N), node(false, "p", none, "", [Clause], [kind(atom)])) :-
    fact(false, "q(1)", Q1),
    fact(false, "q(2)", node(H, G, P, R, C, More)),
    Also = node(H, G, P, R, C, [bindings(['X'-"2"])|More]),
    Clause = node(false, "p", 0-5, "", [],
                  [ failed(Q1), bindings(['X'-"1"]), tries(N), also([Also]),
                    others(["q(3)", "q(4)", "q(5)", "q(6)"]) ]).
tree(long, node(true, Goal, none, "", [], [kind(test)])) :-
    length(Cs, 200), maplist(=(0'x), Cs), string_codes(Goal, Cs).

words(Name, Words) :- tree(Name, Tree), proof_dict(Tree, Dict), why_words(Dict, Words).

:- begin_tests(proof_words).

test(sentence, all(Name-Words == [
         fluent-"true(a) holds in the position.",
         rule-"p holds because true(a) holds and q does not in the position.",
         clauses-"p holds by the clauses alone; it needs nothing of the position.",
         search-"perft(1, 3) holds: it was found by a search.",
         fails-"p does not hold: it fails at true(a), which does not hold in the position.",
         tries(6)-"p does not hold: it fails at q(1), q(2), q(3), q(4) and 2 more."])) :-
    member(Name, [fluent, rule, clauses, search, fails, tries(6)]),
    words(Name, Words).
test(a_long_goal_is_cut_short, Length =:= 94 + 7) :-
    words(long, Words),
    string_length(Words, Length).

%   The variables stand at the clause, or if there are several instances at each of them.

test(remarks_of_one_instance, Remarks == ["with X = 1"]) :-
    tree(fails, Tree),
    proof_dict(Tree, Dict),
    [Clause] = Dict.children,
    Remarks = Clause.remarks.
test(remarks_of_several,
     Remarks == [["and for other values at q(3); q(4); q(5) and 4 more"], ["with X = 1"],
                 ["with X = 2"]]) :-
    tree(tries(9), Tree),
    proof_dict(Tree, Dict),
    [Clause] = Dict.children,
    [Also] = Clause.also,
    maplist(get_dict(remarks), [Clause, Clause.failed, Also], Remarks).

:- end_tests(proof_words).
