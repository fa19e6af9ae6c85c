<?php

declare(strict_types=1);

namespace App\Mail;

use App\Contracts\Sender;
use InvalidArgumentException;

const RETRIES = 3;
define('MAIL_HOST', 'localhost');

/**
 * Sends mail.
 */
#[Service]
final class Mailer extends Base implements Sender
{
    use Loggable;

    public const MAX = 10;
    private static ?self $shared = null;
    protected string $host = 'localhost', $user = '';

    public function __construct(private readonly string $from, int $port = 25)
    {
        parent::__construct($port);
    }

    /** Sends one. */
    #[Retry(3)]
    public function send(Message $message): bool
    {
        $format = function (string $line) {
            return trim($line);
        };
        $short = fn ($x) => $x . '!';
        return (bool) $format($message->body);
    }

    public static function shared(): static
    {
        return self::$shared ??= new static('me');
    }

    abstract protected function transport();
}

interface Transport
{
    const TLS = true;

    public function open(string $host): void;
}

trait Loggable
{
    private array $log = [];

    public function log(string $line): void
    {
        $this->log[] = $line;
    }
}

enum Status: string
{
    case Sent = 'sent';
    case Failed = 'failed';

    public function label(): string
    {
        return ucfirst($this->value);
    }
}

// A plain helper.
function send_mail(string $to): void
{
    if (!function_exists('mb_strlen')) {
        function mb_strlen($s) { return strlen($s); }
    }
}

return new class {
    public function run() {}
};
