" The rule files of pygame_search. The lists below `words` are written by
" tests/support/editor_words.py from logic/language/vocabulary.pl.
if exists('b:current_syntax')
  finish
endif

syntax iskeyword @,48-57,_

" words: game
syntax keyword gamerulesGame base does goal init input legal next role sees terminal true
" words: option
syntax keyword gamerulesOption about advice arc chequered constant_sum convention draw draw_colour draw_column draw_line draw_name draw_row expand feature feature_value h hexagonal include is_goal mid_turn neighbours no_position noisy notation notation_suffix occurred parameter position_parameter position_part position_text quiet reason repetition rows source start symbol title weight
" words: builtin
syntax keyword gamerulesBuiltin after between count dif distinct list max min not sum
syntax keyword gamerulesOperator is mod rem xor min max abs sign

syntax match gamerulesOperator ":-\|?-\|\\+\|\\==\|\\=\|=\\=\|=:=\|==\|=<\|>=\|//\|[<>=+*;-]"
syntax match gamerulesVariable "\<[A-Z_]\w*"
syntax match gamerulesNumber "\<\d[0-9_]*\(\.\d\+\)\?"
" A rule file has no cut, if-then-else or grammar rule.
syntax match gamerulesRefused "!\|\*\?->\|-->"
syntax region gamerulesText start=+"+ skip=+\\.+ end=+"+
syntax region gamerulesQuoted start=+\w\@1<!'+ skip=+\\.\|''+ end=+'+
syntax match gamerulesComment "%.*$" contains=@Spell
syntax region gamerulesComment start="/\*" end="\*/" contains=@Spell

highlight default link gamerulesGame Keyword
highlight default link gamerulesOption Type
highlight default link gamerulesBuiltin Function
highlight default link gamerulesOperator Operator
highlight default link gamerulesVariable Identifier
highlight default link gamerulesNumber Number
highlight default link gamerulesRefused Error
highlight default link gamerulesText String
highlight default link gamerulesQuoted String
highlight default link gamerulesComment Comment

syntax sync fromstart

let b:current_syntax = 'gamerules'
