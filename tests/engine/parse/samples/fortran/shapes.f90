module m
  implicit none
  integer, parameter :: k = 3
  type, extends(base) :: point
    real :: x
  contains
    procedure :: area
  end type point
  interface gen
    module procedure a
  end interface
contains
  !> doc
  subroutine a(x)
    real :: x
  end subroutine a
  pure function f(x) result(r)
    real :: x, r
  end function
end module m
program p
end program
