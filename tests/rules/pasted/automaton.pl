% An automaton for words with an odd number of a's, and what it accepts.
initial(even).
final(odd).
delta(even, a, odd).
delta(even, b, even).
delta(odd, a, even).
delta(odd, b, odd).

accepts(Word) :- initial(State), run(State, Word).

run(State, []) :- final(State).
run(State, [Letter|Word]) :- delta(State, Letter, Next), run(Next, Word).
