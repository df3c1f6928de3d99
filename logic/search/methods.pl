:- encoding(utf8).
:- module(methods,
          [ searched/7                  % +Search, +Options, +Task, +Ties, +State, -Moves, -Found
          ]).
:- use_module(library(option), [option/2, option/3]).
:- use_module(logic(search/deepening)).
:- use_module(logic(search/search_task)).
:- use_module(logic(search/window)).

/** <module> Call searches by name

A search m is the file m.pl of this folder; its module m exports m/5, or m/3 if it has no
window.  All files are loaded, so a new search needs only its file here.  Its parameters and
tiers are a row of the table in Python.
*/

%   :- use_searches stands for a use_module/2 of each other file, known when this one is compiled.
term_expansion((:- use_searches), Uses) :-
    prolog_load_context(source, Source),
    file_directory_name(Source, Folder),
    atom_concat(Folder, '/*.pl', Pattern),
    expand_file_name(Pattern, Files),
    findall((:- use_module(logic(search/Name), [])),
            ( member(File, Files), File \== Source, file_base_name(File, Base),
              file_name_extension(Name, pl, Base) ),
            Uses).

:- use_searches.

%!  searched(+Search, +Options, +Task, +Ties, +State, -Moves, -Found) is det.
%
%   Moves and Found are as in deepening.pl, where Search is the name of the search to each
%   depth. Options: alpha(Score), beta(Score), the window; deepen(true) for iterative
%   deepening up to the limits of Task, with seconds(S), margin(Score), progress(Goal_2).

searched(Name, Options, Task, Ties, State, Moves, Found) :-
    Search = methods:search(Name),
    arg(4, Task, Limit),
    (   option(deepen(true), Options)
    ->  deadline(Options, Deadline),
        option(margin(Margin), Options, none),
        option(progress(Progress), Options, methods:unheard),
        deepening(Search, Task, plan(Limit, Deadline, Margin, Progress), Ties, State,
                  Moves, Found)
    ;   whole_window(Low-High),
        option(alpha(Alpha), Options, Low),
        option(beta(Beta), Options, High),
        call(Search, Task, Alpha-Beta, Ties, State, Moves),
        counted(Task, limited, Limited),
        ( Limited =:= 0 -> Stopped = complete ; Stopped = depth ),
        Found = found(Limit, Limited, Stopped)
    ).

deadline(Options, Deadline) :-
    (   option(seconds(Seconds), Options)
    ->  get_time(Now), Deadline is Now + Seconds
    ;   Deadline = inf
    ).

unheard(_, _).

%   search(+Name, +Task, +Window, +Ties, +State, -Moves)

search(Name, Task, Window, Ties, State, Moves) :-
    (   current_predicate(Name:Name/5)
    ->  call(Name:Name, Task, Window, Ties, State, Moves)
    ;   call(Name:Name, Task, State, Moves)
    ).
