import { execFileSync, spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** A defect that somebody could make, and the check that has to notice it. */
export type Mutant = {
  name: string
  /** What would go wrong for whom. */
  why: string
  file: string
  /** What stands there now, exactly once; left out, `with` is a new file. */
  replace?: string | undefined
  with: string
  /** New files that the defect needs beside it. */
  also?: Record<string, string>
  /** A shell command that passes without the defect and fails with it. */
  caughtBy: string
  /** What the failing command says: so that it fails for this reason and no other. */
  says: string
}

type Outcome = { defect: Mutant; problem: string | null; seconds: number }

const ROOT = join(import.meta.dirname, '..')
const FOLDER = join(ROOT, 'tests/planted')

/** Every planted defect whose name or file contains the filter. */
export async function readMutants(filter: string): Promise<Mutant[]> {
  const files = readdirSync(FOLDER).filter((name) => name.endsWith('.ts'))
  const lists = await Promise.all(
    files.sort().map(async (name) => {
      const { mutants: planted } = (await import(pathToFileURL(join(FOLDER, name)).href)) as {
        mutants: Mutant[]
      }
      return planted.filter((defect) => `${name}/${defect.name}`.includes(filter))
    }),
  )

  return lists.flat()
}

/** A copy of what git knows and of what is new, with the same packages. */
function scratchCopy(): string {
  const copy = mkdtempSync(join(tmpdir(), 'candor-planted-'))
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], {
    cwd: ROOT,
    encoding: 'utf8',
  })

  for (const file of listed
    .split('\0')
    .filter((name) => name && name !== 'node_modules' && existsSync(join(ROOT, name))))
    cpSync(join(ROOT, file), join(copy, file))

  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'))

  return copy
}

function run(copy: string, command: string) {
  const { status, stdout, stderr } = spawnSync('sh', ['-c', command], {
    cwd: copy,
    encoding: 'utf8',
    maxBuffer: 64 << 20,
    timeout: 600_000,
    env: {
      ...process.env,
      NO_COLOR: '1',
      PATH: `${join(copy, 'node_modules/.bin')}:${process.env.PATH}`,
    },
  })

  return { failed: status !== 0, output: `${stdout}${stderr}` }
}

/** Why the defect doesn't fit the code below `root` any more, or null. */
export function findMisfit(root: string, { file, replace, also = {} }: Mutant): string | null {
  const taken = Object.keys({ ...also, ...(replace === undefined ? { [file]: '' } : {}) }).find(
    (name) => existsSync(join(root, name)),
  )
  if (taken) return `${taken} exists: say what to replace in it`
  if (replace === undefined) return null

  const before = existsSync(join(root, file)) ? readFileSync(join(root, file), 'utf8') : ''
  const times = before.split(replace).length - 1

  return times === 1 ? null : `no longer applies: what it replaces stands ${times} times in ${file}`
}

function applyMutant(copy: string, { file, replace, with: text, also = {} }: Mutant) {
  const write = (name: string, content: string) => {
    mkdirSync(dirname(join(copy, name)), { recursive: true })
    writeFileSync(join(copy, name), content)
  }
  for (const [name, content] of Object.entries(also)) write(name, content)

  write(
    file,
    replace === undefined
      ? text
      : readFileSync(join(copy, file), 'utf8').replace(replace, () => text),
  )
}

function replay(copy: string, defect: Mutant): string | null {
  const misfit = findMisfit(copy, defect)
  if (misfit) return misfit

  const touched = [defect.file, ...Object.keys(defect.also ?? {})].map((name) => join(copy, name))
  const before = touched.map((path) => (existsSync(path) ? readFileSync(path) : null))

  try {
    applyMutant(copy, defect)
    const { failed, output } = run(copy, defect.caughtBy)
    if (!failed) return `went unnoticed by: ${defect.caughtBy}`
    return saysSo(output, defect)
      ? null
      : `failed without saying '${defect.says}':\n${output.slice(-1500)}`
  } finally {
    touched.forEach((path, index) => {
      const content = before[index]
      if (content) writeFileSync(path, content)
      else rmSync(path, { force: true })
    })
  }
}

/**
 * A test runner names the tests that pass too: there the name has to stand on a line of failure.
 */
const saysSo = (output: string, { caughtBy, says }: Mutant) =>
  output
    .split('\n')
    .some(
      (line) =>
        line.includes(says) && (!/\b(vitest|playwright)\b/.test(caughtBy) || /×|✘|FAIL/.test(line)),
    )

/** The commands have to pass on the sound copy, or their failing later would show nothing. */
function assertSound(copy: string, defects: Mutant[]) {
  for (const command of new Set(defects.map((defect) => defect.caughtBy))) {
    const { failed, output } = run(copy, command)
    if (failed)
      throw new Error(`Without any defect this fails already: ${command}\n${output.slice(-3000)}`)
  }
}

function report(outcomes: Outcome[]) {
  const width = Math.max(...outcomes.map(({ defect }) => defect.name.length))
  console.log()

  for (const { defect, problem, seconds } of outcomes) {
    const line = `${defect.name.padEnd(width)}  ${seconds.toFixed(1).padStart(5)} s
       ${defect.caughtBy}`
    console.log(problem ? `✗ ${line}\n    ${problem}` : `✓ ${line}`)
  }

  const missed = outcomes.filter((outcome) => outcome.problem).length
  console.log(
    missed
      ? `\n${missed} of ${outcomes.length} not caught.`
      : `\nAll ${outcomes.length} planted defects were caught.`,
  )

  return missed
}

async function main(filter: string) {
  const defects = await readMutants(filter)
  if (defects.length === 0) throw new Error(`No planted defect is called '${filter}'.`)

  const copy = scratchCopy()
  try {
    assertSound(copy, defects)

    const outcomes = defects.map((defect) => {
      const begun = performance.now()
      const problem = replay(copy, defect)
      process.stdout.write(problem ? '✗' : '.')
      return { defect, problem, seconds: (performance.now() - begun) / 1000 }
    })

    return report(outcomes)
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}

if (import.meta.main) {
  try {
    process.exitCode = (await main(process.argv[2] ?? '')) ? 1 : 0
  } catch (error) {
    console.error((error as Error).message)
    process.exitCode = 1
  }
}
