" Shapes.
let g:shape_size = 3

" Gives the area.
function! shape#area(width, height) abort
  return a:width * a:height
endfunction

function s:helper()
endfunction
