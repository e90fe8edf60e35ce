import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '../tests/support/launcher.ts'

/**
 * How long `npm start` takes from a clean clone to the first page, how long when everything is
 * there, and what the running server weighs. The clone is of what is committed; packages come from
 * npm's registry or its cache.
 */
const WARM_ROUNDS = 5
const WARM_PROMISE_S = 3
const FIRST_PAGE_WITHIN_MS = 600_000

const scratch = mkdtempSync(join(tmpdir(), 'candor-bench-start-'))
const clone = join(scratch, 'clone')

/**
 * The environment of a person who types the command: without what npm and this checkout put there.
 */
const CLEAN_ENVIRONMENT: NodeJS.ProcessEnv = {
  ...Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !/^(npm_(?!config_)|NODE_ENV$|DATA_DIR$|DATABASE_)/.test(name),
    ),
  ),
  PATH: process.env.PATH?.split(':')
    .filter((folder) => !folder.includes('node_modules'))
    .join(':'),
}

type StartedServer = { child: ChildProcess; port: number; seconds: number }

/** From the command to the first answered page. */
async function start(): Promise<StartedServer> {
  const port = await freePort()
  const begun = performance.now()
  const child = spawn('npm', ['start'], {
    cwd: clone,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...CLEAN_ENVIRONMENT, PORT: String(port), LOG_LEVEL: 'warn' },
  })

  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk
    })

  while (!(await answers(port))) {
    if (child.exitCode !== null || performance.now() - begun > FIRST_PAGE_WITHIN_MS)
      throw new Error(`npm start gave no page:\n${output}`)
    await pause(20)
  }

  return { child, port, seconds: (performance.now() - begun) / 1000 }
}

const answers = (port: number) =>
  fetch(`http://127.0.0.1:${port}/`).then(
    async (page) => page.ok && (await page.text()).includes('<html'),
    () => false,
  )

async function stop({ child }: StartedServer) {
  const ended = once(child, 'close')
  process.kill(-(child.pid as number), 'SIGINT')
  await ended
}

const readContent = (path: string) => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

/** Proportional memory in MB: pages shared between processes count once over all of them. */
const pss = (pids: number[]) =>
  pids
    .map((pid) =>
      Number(/^Pss:\s+(\d+) kB/m.exec(readContent(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0),
    )
    .reduce((sum, kilobytes) => sum + kilobytes, 0) / 1024

/** The server's processes, npm's own not counted, and the database's. */
function processes() {
  const all = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  const inside = (folder: string) =>
    all.filter((pid) => readLinkTarget(pid).startsWith(folder)).map(Number)
  const cluster = join(clone, 'data/postgres/cluster')
  const database = inside(cluster)
  const server = inside(clone).filter(
    (pid) =>
      !database.includes(pid) && readContent(`/proc/${pid}/cmdline`).includes('scripts/start.js\0'),
  )

  return {
    server: server.filter((pid) => !readContent(`/proc/${pid}/cmdline`).startsWith('sh\0')),
    database,
  }
}

function readLinkTarget(pid: string) {
  try {
    return readlinkSync(`/proc/${pid}/cwd`)
  } catch {
    return ''
  }
}

const median = (values: number[]) =>
  values.sort((a, b) => a - b)[Math.floor(values.length / 2)] as number
const roundFigure = (value: number) => Math.round(value * 100) / 100

function line(name: string, value: number, unit: string, baseline: number | null) {
  const ratio = baseline === null ? null : roundFigure(value / baseline)
  console.log(
    JSON.stringify({
      name,
      value: roundFigure(value),
      unit,
      baseline: baseline && roundFigure(baseline),
      ratio,
    }),
  )
}

function measureSeconds(work: () => void) {
  const begun = performance.now()
  work()
  return (performance.now() - begun) / 1000
}

try {
  execFileSync('git', ['clone', '--quiet', process.cwd(), clone])

  const cold = await start()
  await stop(cold)
  rmSync(join(clone, 'node_modules'), { recursive: true })

  const installing = measureSeconds(() =>
    execFileSync('npm', ['ci', '--include=dev'], {
      cwd: clone,
      env: CLEAN_ENVIRONMENT,
      stdio: 'ignore',
    }),
  )

  line('clean clone to first page, beside npm ci alone', cold.seconds, 's', installing)

  const warm: number[] = []
  for (let round = 0; round < WARM_ROUNDS; round++) {
    const started = await start()
    warm.push(started.seconds)

    if (round === WARM_ROUNDS - 1) {
      await pause(3_000)

      const { server, database } = processes()
      line(
        'memory of the server and its database, beside the server alone',
        pss([...server, ...database]),
        'MB',
        pss(server),
      )
    }

    await stop(started)
  }

  line(
    `warm start to first page, median of ${WARM_ROUNDS}, beside what is promised`,
    median(warm),
    's',
    WARM_PROMISE_S,
  )
} finally {
  if (existsSync(scratch)) rmSync(scratch, { recursive: true, force: true })
}
