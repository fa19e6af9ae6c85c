#' doc
area <- function(x, y = 2) { x }
b = function(z) 1
A <- R6Class("A", public = list(run = function() 1))
x <- 3
setMethod("show", "B", function(object) 2)
"f" <- function() 3
