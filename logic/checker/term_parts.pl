:- encoding(utf8).
:- module(term_parts,
          [ path_to/3,                  % +Term, +Part, -Path
            part_at/3,                  % +Term, ?Path, -Part
            inside/2,                   % +Part, +Term
            all_inside/2,               % +Parts, +Term
            paths_to/3,                 % +Term, +Parts, -Paths
            parts_at/3                  % +Term, +Paths, -Parts
          ]).
:- use_module(library(apply), [maplist/3]).
:- use_module(library(lists), [member/2]).

/** <module> The parts of a term and where they stand

A *path* is a list of argument numbers, from the outermost to the innermost: in f(a, g(X)) the path to
X is [2, 1].  Parts are compared by ==, so that no variable is bound.
*/

%!  path_to(+Term, +Part, -Path) is nondet.
%
%   Part stands at Path in Term.

path_to(Term, Part, Path) :- part_at(Term, Path, Part0), Part0 == Part.

%!  part_at(+Term, ?Path, -Part) is nondet.
%
%   Part is what stands at Path in Term; an outer part comes before what is in it.

part_at(Term, [], Term).
part_at(Term, [I|Path], Part) :- compound(Term), arg(I, Term, A), part_at(A, Path, Part).

%!  inside(+Part, +Term) is semidet.
%
%   Part is Term or stands in it.

inside(Part, Term) :- path_to(Term, Part, _), !.

%!  all_inside(+Parts, +Term) is semidet.

all_inside(Parts, Term) :- \+ ( member(Part, Parts), \+ inside(Part, Term) ).

%!  paths_to(+Term, +Parts, -Paths) is nondet.
%
%   Paths has for each of Parts a path to it in Term.

paths_to(Term, Parts, Paths) :- maplist(path_to(Term), Parts, Paths).

%!  parts_at(+Term, +Paths, -Parts) is semidet.
%
%   Parts are what stands at Paths in Term.

parts_at(Term, Paths, Parts) :- maplist(part_at(Term), Paths, Parts).
