<?php
// An adapter: it answers the conformance protocol for a program that plays a game. Begin with a copy of this file.
//   rulekit verify tic-tac-toe --impl "php adapter.php"
declare(strict_types=1);
ini_set('display_errors', 'stderr'); // only answers may be written to standard output

// ---------------------------------------------------------------- your program: put its files here instead
const LINES = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];

class Game
{
    public array $cells = [null, null, null, null, null, null, null, null, null];
    public int $active = 0;

    public function winner(): ?int
    {
        foreach (LINES as [$a, $b, $c]) {
            if ($this->cells[$a] !== null && $this->cells[$a] === $this->cells[$b] && $this->cells[$b] === $this->cells[$c]) {
                return $this->cells[$a];
            }
        }
        return null;
    }

    public function over(): bool
    {
        return $this->winner() !== null || !in_array(null, $this->cells, true);
    }
}

// ---------------------------------------------------------------- the adapter: your program in the words of the rules
const GAME = 'tic-tac-toe'; // `rulekit schema GAME` shows moves, positions and results of a game

class Refused extends Exception {} // for moves and positions that are not taken; nothing may have changed then

function place(int $n): array
{
    return [$n % 3 + 1, intdiv($n, 3) + 1];
}

/** Each method is an operation of the protocol; its parameters are the arguments. Objects arrive as arrays. */
class Adapter
{
    private Game $game;
    private array $kept = [];

    public function hello(): array
    {
        return [
            'rcp' => 1,
            'engine' => ['name' => 'my-engine', 'version' => '1', 'language' => 'PHP'],
            'games' => [['game' => GAME, 'seats' => [2]]],
            'features' => ['position', 'views', 'load', 'save', 'fork'], // leave out what your program cannot do
            'unsaid' => [], // states, zones and keys of the result that your program does not know
        ];
    }

    public function ping(): void {}

    public function bye(): void {}

    public function start(array $config): void
    {
        [$this->game, $this->kept] = [new Game(), []];
    }

    public function pending(): array
    {
        return $this->game->over() ? ['kind' => 'end'] : ['kind' => 'decision', 'seats' => [$this->game->active]];
    }

    public function chance(string $label, mixed $outcome): void
    {
        throw new Refused("nothing is drawn at $label"); // else keep the outcome until your program draws
    }

    public function legal(int $seat): array
    {
        $free = array_keys($this->game->cells, null, true);
        $mine = !$this->game->over() && $seat === $this->game->active;
        return $mine ? array_map(fn ($n) => ['do' => 'put', 'cell' => place($n)], $free) : [];
    }

    public function move(mixed $seat, mixed $move): void
    {
        if (!is_int($seat) || !in_array($move, $this->legal($seat)) || array_keys($move['cell'] ?? []) !== [0, 1]) {
            throw new Refused('that is not legal');
        }
        $this->game->cells[($move['cell'][1] - 1) * 3 + $move['cell'][0] - 1] = $seat;
        $this->game->active = $this->game->over() ? $seat : 1 - $seat;
    }

    public function result(): array
    {
        $first = $this->game->winner() === null ? [] : [$this->game->winner()];
        return ['leaders' => $first, 'winners' => $first, 'outcome' => $first ? 'win' : 'drawn'];
    }

    public function position(): array
    {
        $taken = array_filter($this->game->cells, fn ($one) => $one !== null);
        $marks = array_map(fn ($n) => [place($n), $taken[$n]], array_keys($taken));
        return ['states' => ['active' => $this->game->active, 'mark' => $marks], 'zones' => (object) []];
    }

    public function view(?int $seat): array
    {
        return $this->position(); // nothing is hidden here
    }

    public function load(array $position): void
    {
        if (($position['asks']['decide'] ?? '') !== '[turn.put]') {
            throw new Refused('nothing is known of what is asked there');
        }
        $this->start($position['config']);
        $this->game->active = $position['states']['active'];
        foreach ($position['states']['mark'] as [$cell, $seat]) {
            $this->game->cells[($cell[1] - 1) * 3 + $cell[0] - 1] = $seat;
        }
    }

    public function save(): array
    {
        return [$this->game->cells, $this->game->active];
    }

    public function restore(array $saved): void
    {
        $this->start([]);
        [$this->game->cells, $this->game->active] = $saved;
    }

    public function fork(): void
    {
        $this->kept[] = clone $this->game;
    }

    public function back(): void
    {
        $this->game = array_pop($this->kept);
    }
}

// ---------------------------------------------------------------- lines: nothing to change below
$adapter = new Adapter();
while (($line = fgets(STDIN)) !== false) {
    ['id' => $id, 'op' => $op] = $args = json_decode($line, true, 128, JSON_THROW_ON_ERROR);
    $said = ['id' => $id];
    try {
        $known = (new ReflectionMethod($adapter, $op))->getParameters();
        $said['ok'] = $adapter->$op(...array_map(fn ($one) => $args[$one->getName()], $known));
    } catch (Refused $refusal) {
        $said['refused'] = $refusal->getMessage();
    } catch (Throwable $wrong) {
        $said['error'] = get_class($wrong) . ": {$wrong->getMessage()} ({$wrong->getFile()}:{$wrong->getLine()})";
    }
    fwrite(STDOUT, json_encode($said, JSON_UNESCAPED_UNICODE) . "\n");
    if ($op === 'bye') {
        break;
    }
}
