<?php
// Replays conformance vectors against an engine that speaks the conformance protocol. Needs PHP 8.1 and nothing else.
//
//   php replay.php FOLDER [--tier tiny] [--only ID] [--seconds 10] -- COMMAND ..
//
// FOLDER holds manifest.json and the .jsonl files of a game. Leaves with 0 if every vector passed, 1 if one failed,
// 2 if the call or a file is wrong, 3 if the engine broke down, 5 if nothing was replayed.
declare(strict_types=1);

const OFFER = ['chance.asked', 'explain', 'fork', 'load', 'position', 'save', 'strict', 'views'];
const NEEDS = ['load' => 'load', 'not-load' => 'load', 'fork' => 'fork', 'save' => 'save', 'not-chance' => 'chance.asked'];
const KEYS = ['id', 'sort', 'about', 'config', 'from', 'path', 'steps', 'advice', 'pair', 'note'];
const STEPS = ['see', 'not', 'move', 'chance', 'load', 'fork', 'save', 'perft', 'not-load', 'not-chance'];
const RESTARTS = 5; // an engine that breaks down oftener is given up
const TABLE = ['states', 'zones'];

class Refused extends Exception {} // the engine says that something is not legal
class Broken extends Exception {} // the engine gave no answer, or one that is none
class Differs extends Exception {} // an answer is not what the vector says
class NotTaken extends Exception {} // the engine refuses a position, which it may

// ---------------------------------------------------------------- values: objects stay objects, lists are arrays

function canonical(mixed $value): string
{
    if (is_array($value)) {
        return '[' . implode(',', array_map('canonical', $value)) . ']';
    }
    if (!is_object($value)) {
        return json_encode($value, JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_LINE_TERMINATORS);
    }
    $said = get_object_vars($value);
    uksort($said, fn ($a, $b) => strcmp((string) $a, (string) $b));
    $parts = [];
    foreach ($said as $key => $one) {
        $parts[] = canonical((string) $key) . ':' . canonical($one);
    }
    return '{' . implode(',', $parts) . '}';
}

/** A value with every set in one order and without empty places; the tree lies beside it and says where. */
function normal(mixed $value, ?object $tree): mixed
{
    if ($tree === null || !(is_array($value) || is_object($value))) {
        return $value;
    }
    $found = [];
    foreach ((array) $value as $key => $one) {
        $one = normal($one, $tree->{$key} ?? $tree->{'*'} ?? null);
        $place = is_object($value) ? $one : (is_array($one) ? array_slice($one, 1, 1) : 0);
        if (($tree->{'[]'} ?? false) !== true || !nothing($place)) {
            $found[$key] = $one;
        }
    }
    if (is_object($value)) {
        return (object) $found;
    }
    $found = array_values($found);
    return ($tree->set ?? false) === true ? sorted($found) : $found;
}

/** Nothing lies there; a view may count that. */
function nothing(mixed $value): bool
{
    if (!is_array($value) && !is_object($value)) {
        return false;
    }
    foreach ((array) $value as $key => $one) {
        if (!nothing($one) && !(is_object($value) && $key === 'count' && $one === 0)) {
            return false;
        }
    }
    return true;
}

/** Hidden pieces one by one: an `at` that ends with [first, last] stands for one in each of these places. */
function unfolded(mixed $value): mixed
{
    if (is_object($value)) {
        return (object) array_map('unfolded', (array) $value);
    }
    return is_array($value) ? array_merge([], ...array_map('each_of', $value)) : $value;
}

function each_of(mixed $told): array
{
    $at = is_object($told) && is_array($told->at ?? null) ? $told->at : [];
    if (!is_array(end($at))) {
        return [unfolded($told)];
    }
    [$first, $last] = array_pop($at);
    return array_map(fn ($place) => (object) (['at' => [...$at, $place]] + (array) $told), range($first, $last));
}

function sorted(array $list): array
{
    usort($list, fn ($a, $b) => strcmp(canonical($a), canonical($b)));
    return $list;
}

function text(?object $from, string $name, ?object $tree): string
{
    return property_exists($from ?? (object) [], $name) ? canonical(normal($from->{$name}, $tree)) : 'nothing';
}

// ---------------------------------------------------------------- the engine

class Engine
{
    private mixed $child = null;
    private array $pipes = [];
    private string $heard = '';
    private int $id = 0;

    public function __construct(private array $command, private float $seconds)
    {
    }

    private function open(): void
    {
        $pipes = [['pipe', 'r'], ['pipe', 'w'], STDERR];
        $child = @proc_open($this->command, $pipes, $this->pipes);
        if ($child === false) {
            throw new Broken('it cannot be started');
        }
        [$this->child, $this->heard] = [$child, ''];
        stream_set_blocking($this->pipes[1], false);
    }

    public function close(): void
    {
        if ($this->child !== null) {
            array_map(fn ($pipe) => @fclose($pipe), $this->pipes);
            proc_terminate($this->child, 9);
            proc_close($this->child);
            $this->child = null;
        }
    }

    public function ask(string $op, array $args = []): mixed
    {
        if ($this->child === null) {
            $this->open();
        }
        $id = ++$this->id;
        $line = canonical((object) (['id' => $id, 'op' => $op] + $args)) . "\n";
        if (@fwrite($this->pipes[0], $line) !== strlen($line)) {
            throw new Broken("it does not take $op: it has ended");
        }
        return $this->read($op, $id, $this->line($op));
    }

    private function line(string $op): string
    {
        $end = microtime(true) + $this->seconds;
        while (($at = strpos($this->heard, "\n")) === false) {
            [$ready, $none, $left] = [[$this->pipes[1]], null, $end - microtime(true)];
            if ($left <= 0 || !stream_select($ready, $none, $none, 0, (int) min($left * 1e6, 1e6 - 1))) {
                if ($left <= 0) {
                    throw new Broken("no answer to $op in {$this->seconds} seconds");
                }
                continue;
            }
            $part = fread($this->pipes[1], 1 << 16);
            if ($part === '' || $part === false) {
                throw new Broken("it ended before its answer to $op");
            }
            $this->heard .= $part;
        }
        [$line, $this->heard] = [substr($this->heard, 0, $at), substr($this->heard, $at + 1)];
        return $line;
    }

    private function read(string $op, int $id, string $line): mixed
    {
        $said = json_decode($line, false, 128);
        $short = substr($line, 0, 80);
        if (json_last_error() !== JSON_ERROR_NONE) {
            throw new Broken("to $op it answered what is no JSON: $short");
        }
        if (!is_object($said) || ($said->id ?? null) !== $id) {
            throw new Broken("to request $id, $op, it answered $short");
        }
        if (property_exists($said, 'error')) {
            throw new Broken("$op failed: " . canonical($said->error));
        }
        if (property_exists($said, 'refused')) {
            throw new Refused(canonical($said->refused));
        }
        if (!property_exists($said, 'ok')) {
            throw new Broken("to $op it answered neither ok nor refused");
        }
        return $said->ok;
    }

    /** Whether it was taken; an engine that breaks down has not refused anything. */
    public function takes(string $op, array $args): bool
    {
        try {
            $this->ask($op, $args);
            return true;
        } catch (Refused) {
            return false;
        }
    }
}

// ---------------------------------------------------------------- one vector

class Run
{
    public ?int $at = null;
    private array $whole = ['states' => [], 'zones' => []];
    private array $views = [];
    private array $drawn = []; // by the path, at each line
    private array $said = [];
    private object $config;

    public function __construct(private Engine $engine, private object $agreed, private object $sets, private object $vector)
    {
        $this->config = $vector->config ?? $vector->from->config;
    }

    private function can(string $feature): bool
    {
        return in_array($feature, $this->agreed->features, true);
    }

    public function play(): void
    {
        $from = $this->vector->from ?? null;
        $loaded = $from !== null && $this->can('load') && $this->engine->takes('load', ['position' => $from]);
        if ($from !== null && !$loaded && !isset($this->vector->path)) {
            throw new NotTaken('it refuses the position');
        }
        if (!$loaded) {
            $this->must('start', ['config' => $this->config]);
        }
        if ($from !== null) {
            $this->whole = ['states' => (array) $from->states, 'zones' => (array) $from->zones];
            $path = $loaded ? [] : $this->vector->path;
            array_map(fn ($step) => $this->step($step), $path);
            $drawn = array_filter($path, fn ($step) => isset($step->chance));
            $this->drawn = array_count_values(array_map(fn ($step) => explode('#', $step->chance->label)[0], $drawn));
        }
        foreach ($this->vector->steps as $this->at => $step) {
            $this->step($step);
        }
    }

    private function step(object $step): void
    {
        foreach (STEPS as $key) {
            if (property_exists($step, $key)) {
                $this->{str_replace('-', '_', "do_$key")}($step->{$key}, $step);
                return;
            }
        }
        throw new InvalidArgumentException("{$this->vector->id} has a step that is not known: " . canonical($step));
    }

    private function must(string $op, array $args): void
    {
        if (!$this->engine->takes($op, $args)) {
            throw new Differs("$op is refused: " . substr(canonical((object) $args), 0, 200));
        }
    }

    private function do_move(array $said): void
    {
        $this->said[] = ['move', ['seat' => $said[0], 'move' => $said[1]]];
        $this->must(...end($this->said));
    }

    /** An outcome with its label as this engine counts: what it drew on the path counts. */
    private function counted(object $said): object
    {
        [$line, $number] = explode('#', $said->label);
        return (object) (['label' => $line . '#' . ((int) $number + ($this->drawn[$line] ?? 0))] + (array) $said);
    }

    private function do_chance(object $said): void
    {
        $said = $this->counted($said);
        if (isset($said->draw) && $this->can('chance.asked')) {
            $of = sorted($said->draw === 'order' ? $said->outcome : $said->of);
            $wanted = (object) ['kind' => 'chance', 'label' => $said->label, 'draw' => $said->draw, 'of' => $of];
            if ($said->draw === 'dice') {
                $wanted->count = count($said->outcome);
            }
            [$pending, $found] = [$this->engine->ask('pending'), (object) []];
            foreach ($wanted as $key => $_) {
                $found->{$key} = $pending->{$key} ?? null;
            }
            $found->of = is_array($found->of) ? sorted($found->of) : $found->of;
            $this->same('what chance is asked', $wanted, $found);
        }
        $this->said[] = ['chance', ['label' => $said->label, 'outcome' => $said->outcome]];
        $this->must(...end($this->said));
    }

    private function do_see(object $see): void
    {
        foreach (TABLE as $part) {
            $this->whole[$part] = (array) ($see->{$part} ?? []) + $this->whole[$part];
        }
        if (isset($see->pending)) {
            $told = fn ($one) => [$one->kind ?? null, sorted($one->seats ?? [])];
            $this->same('who must answer', $told($see->pending), $told($this->engine->ask('pending')));
        }
        foreach ($see->legal ?? [] as $seat => $moves) {
            $this->legal((int) $seat, $moves, $see->ordered ?? false);
        }
        $this->position();
        foreach ($see->views ?? [] as $reader => $told) {
            $this->view((string) $reader, $told);
        }
        if (property_exists($see, 'result')) {
            $this->table('the result', $see->result, $this->engine->ask('result'), $this->sets->result ?? null);
        }
    }

    private function legal(int $seat, array $moves, bool $ordered): void
    {
        $tell = fn ($move) => canonical(normal($move, $this->sets->moves->{(string) ($move->do ?? '')} ?? null));
        $ours = array_map($tell, $moves);
        $theirs = array_map($tell, $this->engine->ask('legal', ['seat' => $seat]));
        foreach (array_diff($ours, $theirs) as $move) {
            throw new Differs("seat $seat is not offered $move");
        }
        foreach (array_diff($theirs, $ours) as $move) {
            throw new Differs("seat $seat is offered $move, which is not legal");
        }
        if (count($ours) !== count($theirs)) {
            throw new Differs("seat $seat is offered a move twice");
        }
        if ($ordered) {
            $this->same("the order of what seat $seat may do", $ours, $theirs);
        }
    }

    private function position(string $what = 'the position'): void
    {
        if ($this->can('position') && ($this->whole['states'] || $this->whole['zones'])) {
            $said = $this->engine->ask('position');
            foreach (TABLE as $part) {
                $trees = $this->sets->position->{$part} ?? null;
                $this->table($what, (object) $this->whole[$part], $said->{$part} ?? null, $trees);
            }
        }
    }

    private function view(string $reader, object $told): void
    {
        $like = $told->like ?? $reader;
        $before = $like === 'position' ? $this->whole : ($this->views[$like] ?? []);
        foreach (TABLE as $part) {
            $names = (array) unfolded($told->{$part} ?? (object) []) + ($before[$part] ?? []);
            $this->views[$reader][$part] = array_diff_key($names, array_flip($told->gone ?? []));
        }
        if (!$this->can('views')) {
            return;
        }
        $seat = $reader === '-' ? null : (int) $reader;
        $said = $this->engine->ask('view', ['seat' => $seat]);
        foreach (TABLE as $part) {
            $what = $seat === null ? 'what a spectator sees' : "what seat $seat sees";
            $trees = $this->sets->view->{$part} ?? null;
            $this->table($what, (object) $this->views[$reader][$part], $said->{$part} ?? null, $trees);
        }
    }

    private function do_not(array $said, object $step): void
    {
        if ($step->kind === 'extra' && !$this->can('strict')) {
            return;
        }
        if ($this->engine->takes('move', ['seat' => $said[0], 'move' => $said[1]])) {
            throw new Differs('seat ' . canonical($said[0]) . ' is let do ' . canonical($said[1]));
        }
        $this->position('the position after a refused move');
    }

    private function do_load(object $rest): void
    {
        $whole = ['states' => (object) $this->whole['states'], 'zones' => (object) $this->whole['zones']];
        $this->must('start', ['config' => $this->config]);
        if (!$this->engine->takes('load', ['position' => (object) ((array) $rest + ['config' => $this->config] + $whole)])) {
            throw new NotTaken('it refuses the position');
        }
        $this->drawn = [];
    }

    private function do_save(): void
    {
        $saved = $this->engine->ask('save');
        $this->must('start', ['config' => $this->config]);
        $this->must('restore', ['saved' => $saved]);
    }

    private function do_fork(array $steps): void
    {
        $kept = [$this->whole, $this->views, $this->said];
        $this->must('fork', []);
        array_map(fn ($step) => $this->step($step), $steps);
        $this->must('back', []);
        [$this->whole, $this->views, $this->said] = $kept;
        $this->position('the position a copy was made of');
    }

    private function do_not_load(object $position): void
    {
        if ($this->engine->takes('load', ['position' => $position])) {
            throw new Differs('a position that cannot be is loaded');
        }
    }

    private function do_not_chance(object $said): void
    {
        $said = $this->counted($said);
        if ($this->engine->takes('chance', ['label' => $said->label, 'outcome' => $said->outcome])) {
            throw new Differs("{$said->label} takes " . canonical($said->outcome));
        }
    }

    private function do_perft(array $levels): void
    {
        $named = array_merge(array_keys($this->whole['states']), array_keys($this->whole['zones']));
        $sums = $this->can('position') && !array_intersect($named, $this->agreed->unsaid);
        $ways = [[]];
        for ($depth = 1; $depth <= max(array_column($levels, 'depth')); $depth++) {
            $ways = array_merge(...array_map(fn ($way) => $this->longer($way), $ways) ?: [[]]);
            [$ends, $sum] = [0, 0];
            foreach ($ways as $way) {
                $this->again($way);
                $ends += $this->engine->ask('pending')->kind === 'end' ? 1 : 0;
                if ($sums) {
                    $said = $this->engine->ask('position');
                    $table = (object) ['states' => $said->states, 'zones' => $said->zones];
                    $sum = ($sum + crc32(canonical(normal($table, $this->sets->position ?? null)))) % 2 ** 32;
                }
            }
            foreach ($levels as $wanted) {
                if ($wanted->depth === $depth) {
                    $found = ['depth' => $depth, 'leaves' => count($ways), 'ends' => $ends, 'sum' => $sums ? $sum : $wanted->sum];
                    $this->same("the number of ways $depth deep", $wanted, (object) $found);
                }
            }
        }
    }

    private function longer(array $way): array
    {
        $this->again($way);
        $pending = $this->engine->ask('pending');
        if ($pending->kind !== 'decision') {
            return [];
        }
        $seat = $pending->seats[0];
        $moves = $this->engine->ask('legal', ['seat' => $seat]);
        return array_map(fn ($move) => [...$way, ['move', ['seat' => $seat, 'move' => $move]]], $moves);
    }

    private function again(array $way): void
    {
        foreach ([['start', ['config' => $this->config]], ...$this->said, ...$way] as $call) {
            $this->must(...$call);
        }
    }

    private function table(string $what, object $ours, ?object $theirs, ?object $trees): void
    {
        $names = array_map('strval', array_keys((array) $ours + (array) $theirs));
        sort($names, SORT_STRING);
        foreach (array_diff($names, $this->agreed->unsaid) as $name) {
            $tree = $trees->{$name} ?? null;
            [$mine, $said] = [text($ours, $name, $tree), text($theirs, $name, $tree)];
            if ($mine !== $said) {
                throw new Differs("$what, $name: it must be $mine, it is $said");
            }
        }
    }

    private function same(string $what, mixed $ours, mixed $theirs): void
    {
        if (canonical($ours) !== canonical($theirs)) {
            throw new Differs("$what: it must be " . canonical($ours) . ', it is ' . canonical($theirs));
        }
    }
}

// ---------------------------------------------------------------- many of them

/** Why this engine cannot be asked this vector; empty if it can. */
function skipped(object $vector, object $agreed): string
{
    $config = $vector->config ?? $vector->from->config;
    if (!in_array($config->seats, $agreed->seats, true)) {
        return "it does not play with {$config->seats}";
    }
    foreach ($agreed->options as $name => $values) {
        if (isset($config->options->{$name}) && !in_array($config->options->{$name}, $values, true)) {
            return "it does not play $name " . canonical($config->options->{$name});
        }
    }
    if (isset($vector->from) && !isset($vector->path) && !in_array('load', $agreed->features, true)) {
        return 'it has no `load`';
    }
    $extra = count(array_filter($vector->steps, fn ($step) => ($step->kind ?? '') === 'extra')) === count($vector->steps);
    foreach (NEEDS as $key => $feature) {
        $asked = array_filter($vector->steps, fn ($step) => property_exists($step, $key));
        if ($asked && !in_array($feature, $agreed->features, true)) {
            return "it has no `$feature`";
        }
    }
    return $extra && !in_array('strict', $agreed->features, true) ? 'it is not `strict`' : '';
}

function handshake(Engine $engine, object $manifest): object
{
    $game = (object) ['name' => $manifest->game, 'spec' => $manifest->spec];
    $harness = (object) ['name' => 'replay.php', 'version' => '1'];
    $said = $engine->ask('hello', ['rcp' => [1, 1], 'harness' => $harness, 'game' => $game, 'offer' => OFFER]);
    if (($said->rcp ?? null) !== 1) {
        throw new Broken('it does not speak version 1 of the protocol');
    }
    $plays = array_filter($said->games ?? [], fn ($one) => ($one->game ?? '') === $manifest->game);
    if (!$plays) {
        throw new Broken("it does not play {$manifest->game}");
    }
    $plays = reset($plays);
    $features = array_values(array_intersect($said->features ?? [], OFFER));
    $told = ['features' => $features, 'unsaid' => $said->unsaid ?? [], 'seats' => $plays->seats ?? []];
    return (object) ($told + ['options' => (array) ($plays->options ?? [])]);
}

function vectors(string $folder, object $manifest, string $tier): array
{
    $found = [];
    foreach ($manifest->tiers->{$tier} as $name) {
        $data = file_get_contents("$folder/$name");
        if (str_replace('sha256:', '', $manifest->files->{$name}->sha256) !== hash('sha256', $data)) {
            throw new RuntimeException("$name is not the file of which the manifest tells");
        }
        foreach (array_filter(explode("\n", $data)) as $line) {
            $vector = json_decode($line, false, 128, JSON_THROW_ON_ERROR);
            foreach (array_diff(array_keys((array) $vector), KEYS) as $key) {
                throw new RuntimeException("$name has a key that is not known: $key");
            }
            $found[] = $vector;
        }
    }
    return $found;
}

function replay(object $vector, Engine $engine, object $agreed, object $sets): array
{
    $why = skipped($vector, $agreed);
    if ($why !== '') {
        return ['skipped', $why];
    }
    $run = new Run($engine, $agreed, $sets, $vector);
    try {
        $run->play();
        return ['passed', ''];
    } catch (NotTaken $refused) {
        return ['skipped', $refused->getMessage()];
    } catch (Differs | Broken | Refused $wrong) {
        $at = $run->at === null ? 'at its beginning' : 'at step ' . ($run->at + 1);
        $differs = ($vector->advice ?? false) ? 'advice' : 'failed';
        return [$wrong instanceof Differs ? $differs : 'error', "$at: {$wrong->getMessage()}"];
    }
}

/** The clauses that most failed and fewest passed vectors are about. */
function blamed(array $results): array
{
    [$failed, $all] = [[], []];
    foreach ($results as [$vector, $kind]) {
        foreach (in_array($kind, ['failed', 'passed'], true) ? $vector->about : [] as $clause) {
            $all[$clause] = ($all[$clause] ?? 0) + 1;
            $failed[$clause] = ($failed[$clause] ?? 0) + ($kind === 'failed' ? 1 : 0);
        }
    }
    $failed = array_filter($failed);
    $score = array_map(fn ($clause) => $failed[$clause] / sqrt($all[$clause]), array_combine(array_keys($failed), array_keys($failed)));
    arsort($score);
    return array_slice(array_keys($score), 0, 3);
}

function main(array $argv): int
{
    $split = array_search('--', $argv, true);
    [$mine, $command] = $split === false ? [$argv, []] : [array_slice($argv, 0, $split), array_slice($argv, $split + 1)];
    if (!$mine || !$command) {
        fwrite(STDERR, "php replay.php FOLDER [--tier tiny] [--only ID] [--seconds 10] -- COMMAND ..\n");
        return 2;
    }
    $option = function (string $name, string $usual) use ($mine): string {
        $at = array_search($name, $mine, true);
        return $at === false ? $usual : $mine[$at + 1];
    };
    $manifest = json_decode(file_get_contents("$mine[0]/manifest.json"), false, 128, JSON_THROW_ON_ERROR);
    if ($manifest->format !== 'rulekit-vectors/1') {
        throw new RuntimeException('manifest.json is of another format');
    }
    $only = $option('--only', '');
    $wanted = vectors($mine[0], $manifest, $option('--tier', 'tiny'));
    $wanted = array_values(array_filter($wanted, fn ($one) => $only === '' || $one->id === $only));
    $engine = new Engine($command, (float) $option('--seconds', '10'));
    [$results, $restarts] = [[], 0];
    try {
        $agreed = handshake($engine, $manifest);
        foreach ($wanted as $vector) {
            $results[] = [$vector, ...([$kind, $why] = replay($vector, $engine, $agreed, $manifest->sets))];
            if (in_array($kind, ['failed', 'error', 'advice'], true)) {
                echo strtoupper($kind), " {$vector->id} $why\n";
            }
            if ($kind !== 'error') {
                continue;
            }
            $engine->close();
            if (++$restarts > RESTARTS) {
                break;
            }
            $agreed = handshake($engine, $manifest);
        }
    } finally {
        $engine->close();
    }
    return summary($manifest, $wanted, $results);
}

function summary(object $manifest, array $wanted, array $results): int
{
    $counts = array_count_values(array_column($results, 1)) + array_fill_keys(['passed', 'failed', 'error', 'advice', 'skipped'], 0);
    $told = array_map(fn ($kind) => "$counts[$kind] $kind", ['passed', 'failed', 'error', 'advice', 'skipped']);
    echo "{$manifest->game}: ", count($wanted), ' vectors: ', implode(', ', $told), "\n";
    $reasons = array_column(array_filter($results, fn ($one) => $one[1] === 'skipped'), 2);
    foreach (array_count_values($reasons) as $why => $number) {
        echo "  skipped $number: $why\n";
    }
    if (count($results) < count($wanted)) {
        echo '  given up after ', count($results), "\n";
    }
    if ($counts['failed']) {
        echo '  clauses to read: ', implode(', ', blamed($results)), "\n";
    }
    if ($counts['error'] || count($results) < count($wanted)) {
        return 3;
    }
    return $counts['failed'] ? 1 : ($counts['passed'] ? 0 : 5);
}

try {
    exit(main(array_slice($argv, 1)));
} catch (Broken $wrong) {
    fwrite(STDERR, "replay.php: {$wrong->getMessage()}\n");
    exit(3);
} catch (Throwable $wrong) {
    fwrite(STDERR, "replay.php: {$wrong->getMessage()}\n");
    exit(2);
}
