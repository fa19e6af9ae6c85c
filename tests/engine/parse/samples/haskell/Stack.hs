{-# LANGUAGE GADTs #-}
-- | A stack.
module Data.Stack
  ( Stack (..)
  , push
  ) where

import qualified Data.Map as M
import Data.List (sort)

-- | The stack.
data Stack a
  = Empty
  | Cons { top :: a, rest :: Stack a }
  deriving (Show, Eq)

newtype Size = Size { unSize :: Int }

type Name = String

data Expr a where
  Lit :: Int -> Expr Int
  Add :: Expr Int -> Expr Int -> Expr Int

-- | Things that have a size.
class Sized f where
  size :: f a -> Int
  size _ = 0
  isEmpty :: f a -> Bool

instance Sized Stack where
  size Empty = 0
  size (Cons _ r) = 1 + size r

-- | Puts one on top.
--
-- Constant time.
push :: a -> Stack a -> Stack a
push x s = Cons x s

pop
  :: Stack a
  -> Maybe (a, Stack a)
pop Empty = Nothing
pop (Cons x r) = Just (x, r)

limit :: Int
limit = 10

infixl 5 <+>

(<+>) :: Stack a -> Stack a -> Stack a
Empty <+> t = t
Cons x r <+> t = Cons x (r <+> t)

depth s
  | null' s = 0
  | otherwise = go s
  where
    go Empty = 0
    go (Cons _ r) = 1 + go r
    null' Empty = True
    null' _ = False

type family Elem c

main :: IO ()
main = do
  let x = 1
      helper y = y + x
  print (helper 2)
