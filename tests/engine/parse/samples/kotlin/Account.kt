@file:JvmName("Accounts")

package com.example.bank

import java.math.BigDecimal
import kotlin.math.max

const val LIMIT = 1_000
private val registry = mutableMapOf<String, Account>()
typealias Handler = (Account) -> Unit

/** An account. */
@Serializable
data class Account(
    val id: String,
    private var balance: BigDecimal,
) : Entity(), Comparable<Account> {
    var owner: String = ""
        get() = field.trim()
        set(value) { field = value }

    val empty get() = balance == BigDecimal.ZERO

    init {
        require(id.isNotBlank())
    }

    constructor(id: String) : this(id, BigDecimal.ZERO)

    @Synchronized
    suspend fun deposit(amount: BigDecimal): Account {
        fun check(value: BigDecimal) = value > BigDecimal.ZERO
        return if (check(amount)) copy(balance = balance + amount) else this
    }

    override fun compareTo(other: Account) = id.compareTo(other.id)

    operator fun plus(other: Account): Account = other

    companion object {
        const val PREFIX = "ACC"

        @JvmStatic
        fun open(id: String): Account = Account(PREFIX + id)
    }

    object Factory {
        fun next() = open("1")
    }

    inner class Statement {
        fun print() = println(balance)
    }
}

sealed interface Result<out T> {
    data class Ok<T>(val value: T) : Result<T>
    object Missing : Result<Nothing>
    fun orNull(): T?
}

enum class Currency(val code: String) {
    EUR("eur") {
        override fun symbol() = "€"
    },
    USD("usd");

    open fun symbol() = "$"
}

// Extension on a type we do not own.
fun <T> List<T>.second(): T = this[1]

val String.shout: String
    get() = uppercase()

fun interface Rule {
    fun accept(account: Account): Boolean
}

fun `names with spaces are allowed`() {
    val helper = { x: Int -> max(x, LIMIT) }
    helper(1)
}
