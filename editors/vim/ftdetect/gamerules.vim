" A .pl file is a rule file if one of its first clauses includes another one or defines a
" relation that every game or state space has. Vim would take it for Perl or Prolog.
function! s:Detect() abort
  for line in getline(1, 200)
    if line =~# '^\s*\%(role\|init\|legal\|next\|goal\|start\|is_goal\|arc\|include\)(' ||
          \ line =~# '^\s*terminal\s*\%(:-\|\.\)'
      set filetype=gamerules
      return
    endif
  endfor
endfunction

autocmd BufNewFile,BufRead *.pl call s:Detect()
