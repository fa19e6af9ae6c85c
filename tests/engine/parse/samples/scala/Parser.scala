package com.example.parse

import scala.util.Try

/** Something that reads. */
trait Reader[+A] {
  def read(input: String): Option[A]
  val name: String = "reader"
  type Error <: Throwable
}

sealed abstract class Token(val text: String)

case class Word(override val text: String) extends Token(text)
case object End extends Token("")

/**
 * The parser.
 */
@deprecated("use Parser2", "1.0")
class Parser[A](rules: List[Rule]) extends Reader[A] {
  private var position = 0
  lazy val table: Map[String, Rule] = Map.empty

  def this() = this(Nil)

  // Reads it.
  override def read(input: String): Option[A] = {
    def loop(rest: List[Char]): Int = rest match {
      case Nil => 0
      case _ :: tail => loop(tail)
    }
    val size = loop(input.toList)
    None
  }

  def +(other: Parser[A]): Parser[A] = other

  class Cursor {
    def next(): Char = 'a'
  }
}

object Parser {
  val Default = new Parser[Token](Nil)
  final val MaxDepth = 10
  type Result[A] = Either[String, A]

  def apply[A](rules: Rule*): Parser[A] = new Parser[A](rules.toList)

  implicit class Ops(val self: String) extends AnyVal {
    def words: Array[String] = self.split(" ")
  }

  private object Cache {
    def clear(): Unit = ()
  }
}

enum Color(val rgb: Int):
  case Red extends Color(0xff0000)
  case Green, Blue

given intOrd: Ordering[Int] with
  def compare(x: Int, y: Int): Int = x - y

extension (s: String)
  def shout: String = s.toUpperCase

package object util {
  def id[A](a: A): A = a
}
