:- encoding(utf8).
:- module(paths, []).

/** <module> The paths of the modules: logic(Folder/Name)

A module is loaded as logic(Folder/Name), from its own folder, too.  The folders are ordered,
and none loads a module of a folder to its right:

    support, language, reader, checker, compiler, game, export, search, solving,
    questions, dialogue, requests
*/

:- multifile user:file_search_path/2.
:- dynamic user:file_search_path/2.

:- prolog_load_context(directory, Folder),
   (   user:file_search_path(logic, Folder)
   ->  true
   ;   asserta(user:file_search_path(logic, Folder))
   ).
