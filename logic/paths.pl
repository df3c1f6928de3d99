:- encoding(utf8).
:- module(paths, []).

/** <module> Where the modules stand: logic(Folder/Name)

A module of another folder, or of the same, is loaded as logic(Folder/Name).  The folders
stand in one order, and none loads a module of a folder to its right:

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
