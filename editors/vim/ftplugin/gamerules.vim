" `:make` runs `pygame-search check` on the file, and `:copen` lists what it says.
if exists('b:did_ftplugin')
  finish
endif
let b:did_ftplugin = 1

setlocal commentstring=%\ %s comments=:%
setlocal makeprg=pygame-search\ check\ %:S
setlocal errorformat=%f:%l:%c:\ %trror:\ %m,%f:%l:%c:\ %tarning:\ %m,%-G%.%#

let b:undo_ftplugin = 'setlocal commentstring< comments< makeprg< errorformat<'
