:- encoding(utf8).
:- module(proof_number,
          [ proof_number/4              % +Task, +Question, +State, -Answer
          ]).
:- use_module(library(apply), [maplist/3, maplist/4]).
:- use_module(library(lists), [member/2, min_member/2, nth0/3, nth0/4, sum_list/2]).
:- use_module(logic(game/evaluation)).
:- use_module(logic(game/joint_moves)).
:- use_module(logic(search/search_task)).

/** <module> Proof-number search

Can the role force at least a given value?  The tree of this question is an AND/OR tree: one
choice of the role must succeed, and it must succeed against all answers.  Each node has two
numbers (L. V. Allis, Searching for solutions, 1994; SP.268): the least number of leaves that
must be proved to prove the node, and the least number that must be disproved to disprove it.

                     proof number                  disproof number
    proved           0                             infinite
    disproved        infinite                      0
    not yet known    1                             1
    OR, a state      the least of its choices      the sum over its choices
    AND, a choice    the sum over its answers      the least of its answers

A step descends from the root to the most-proving node, by the choice with the least proof
number and its answer with the least disproof number.  A proof of this node contributes to a
proof of the root, and a disproof to a disproof.  The node is expanded, and the numbers above
it are updated.  When a number of the root is 0, the question is answered.

A state that repeats a state above it has the value of endless play, which by default is not
proved.  Each path to a state has a node of its own, so this is correct for every path.

    node(Index, Joint, State, Proof, Disproof, Below)

Index counts the nodes as they are made, Joint has led to State, and Below is `leaf` or
a list with, for each choice, the list of the nodes of its answers.
*/

%!  proof_number(+Task, +Question, +State, -Answer) is det.
%
%   Question is question(Threshold, Endless, Most, Deadline): whether State is worth at least
%   Threshold, whether endless play counts as `proved` or `disproved`, and the limits of nodes
%   and time.  Answer is answer(Result, Joint, Repeated): Result is `proved`, `disproved`, or
%   the limit that was reached, `nodes` or `time`; Joint is a joint move of the proved choice,
%   or `none`; Repeated says whether a state was repeated.

proof_number(Task, Question, State, answer(Result, Joint, Repeated)) :-
    Question = question(Threshold, _, _, _),
    emitted(Task, prove(Threshold)),
    counted(Task, nodes, First),
    Prover = prover(Task, Question, First, false),
    root(Prover, State, Root0),
    steps(Root0, Prover, Root, Result),
    proved_choice(Root, Joint),
    arg(4, Prover, Repeated).

root(Prover, State, node(0, none, State, Proof, Disproof, leaf)) :-
    arg(1, Prover, Task),
    entered(Task, 0, none, State),
    evaluated(Prover, State, 0, [], Proof, Disproof),
    emitted(Task, proof(0, Proof, Disproof)).

steps(Root0, Prover, Root, Result) :-
    (   settled(Root0, Result0) -> Root = Root0, Result = Result0
    ;   spent(Prover, Result0) -> Root = Root0, Result = Result0
    ;   step(Root0, Prover, [], Root1),
        steps(Root1, Prover, Root, Result)
    ).

settled(node(_, _, _, Proof, Disproof, _), Result) :-
    (   Proof == 0 -> Result = proved
    ;   Disproof == 0 -> Result = disproved
    ).

spent(prover(Task, question(_, _, Most, Deadline), First, _), Result) :-
    counted(Task, nodes, Nodes),
    (   Nodes - First >= Most -> Result = nodes
    ;   get_time(Now), Now > Deadline -> Result = time
    ).

% ---- a step ------------------------------------------------------------------

%   step(+Node0, +Prover, +Path, -Node): Path has the states above the node, the last first.

step(Node0, Prover, Path, Node) :-
    Node0 = node(Index, Joint, State, Proof0, Disproof0, Below0),
    arg(1, Prover, Task),
    (   Below0 == leaf
    ->  emitted(Task, select(Index)),
        expanded(Prover, Node0, Path, Below)
    ;   most_proving(Below0, I, J, Child0),
        step(Child0, Prover, [State|Path], Child),
        replaced(Below0, I, J, Child, Below)
    ),
    numbers(Below, Proof, Disproof),
    Node = node(Index, Joint, State, Proof, Disproof, Below),
    (   Proof == Proof0, Disproof == Disproof0 -> true
    ;   emitted(Task, proof(Index, Proof, Disproof))
    ).

%   most_proving(+Choices, -I, -J, -Child): the first choice with the least proof number, and
%   its first answer with the least disproof number.

most_proving(Choices, I, J, Child) :-
    maplist(choice_numbers, Choices, Proofs, _),
    least(Proofs, I),
    nth0(I, Choices, Answers),
    maplist(disproof, Answers, Disproofs),
    least(Disproofs, J),
    nth0(J, Answers, Child).

least(Numbers, I) :-
    min_member(Least, Numbers),
    nth0(I, Numbers, Number),
    Number == Least, !.

replaced(Choices0, I, J, Child, Choices) :-
    nth0(I, Choices0, Answers0, Others),
    nth0(J, Answers0, _, Rest),
    nth0(J, Answers, Child, Rest),
    nth0(I, Choices, Answers, Others).

% ---- the numbers -------------------------------------------------------------

numbers(Choices, Proof, Disproof) :-
    maplist(choice_numbers, Choices, Proofs, Disproofs),
    min_member(Proof, Proofs),
    sum(Disproofs, Disproof).

choice_numbers(Answers, Proof, Disproof) :-
    maplist(proof, Answers, Proofs),
    maplist(disproof, Answers, Disproofs),
    sum(Proofs, Proof),
    min_member(Disproof, Disproofs).

%   In the standard order of terms, `inf` comes after all numbers.

sum(Numbers, Sum) :-
    ( memberchk(inf, Numbers) -> Sum = inf ; sum_list(Numbers, Sum) ).

proof(node(_, _, _, Proof, _, _), Proof).
disproof(node(_, _, _, _, Disproof, _), Disproof).

proved_choice(node(_, _, _, _, _, Choices), Joint) :-
    (   is_list(Choices),
        member(Answers, Choices),
        choice_numbers(Answers, Proof, _),
        Proof == 0
    ->  Answers = [node(_, Joint, _, _, _, _)|_]
    ;   Joint = none
    ).

% ---- new nodes ---------------------------------------------------------------

expanded(Prover, node(Index, _, State, _, _, _), Path, Below) :-
    arg(1, Prover, Task),
    arg(1, Task, Game),
    emitted(Task, expand(Index)),
    choices(Task, State, Choices),
    must_have_moves(Game, State, Choices),
    maplist(answers(Prover, State, Path), Choices, Below).

answers(Prover, State, Path, Joints, Nodes) :-
    maplist(answer(Prover, State, Path), Joints, Nodes).

answer(Prover, State, Path, Joint, node(Index, Joint, State1, Proof, Disproof, leaf)) :-
    Prover = prover(Task, _, First, _),
    arg(1, Task, Game),
    Game:successor(State, Joint, State1),
    length([State|Path], Ply),
    counted(Task, nodes, Nodes),
    Index is Nodes - First,
    entered(Task, Ply, Joint, State1),
    evaluated(Prover, State1, Ply, [State|Path], Proof, Disproof),
    emitted(Task, proof(Index, Proof, Disproof)).

%   evaluated(+Prover, +State, +Ply, +Path, -Proof, -Disproof): the numbers of a new node.

evaluated(Prover, State, Ply, Path, Proof, Disproof) :-
    Prover = prover(Task, question(Threshold, Endless, _, _), _, _),
    arg(1, Task, Game),
    (   Game:terminal(State)
    ->  arg(2, Task, Role),
        kind_score(terminal, Task, Ply, State, Score),
        leaf_found(Task, terminal, Score),
        role_value(Game, State, Role, Value),
        ( Value >= Threshold -> Result = proved ; Result = disproved )
    ;   member(Before, Path), Before == State
    ->  emitted(Task, repetition),
        count(Task, leaves),
        nb_setarg(4, Prover, true),
        Result = Endless
    ;   Result = unknown
    ),
    result_numbers(Result, Proof, Disproof).

result_numbers(proved, 0, inf).
result_numbers(disproved, inf, 0).
result_numbers(unknown, 1, 1).
