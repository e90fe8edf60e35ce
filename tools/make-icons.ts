/**
 * Writes src/ui/icons.ts. Import a name there is not yet (`arrowDown`, `checkBold`,
 * `sealCheckFill`), or give it as an argument, and run `node tools/make-icons.ts`. With `--prune`
 * it drops what no file imports. The icons themselves, nine thousand files, are installed into a
 * temporary folder while it runs.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const [PACKAGE, VERSION] = ['@phosphor-icons/core', '2.1.1']

const TARGET = 'src/ui/icons.ts'
const IMPORT = /import\s*\{([^}]*)\}\s*from\s*'[^']*\/icons\.ts'/g
const LINE_WIDTH = 110
const WEIGHTS = ['Bold', 'Fill', 'Light'] as const

const requestedNames = process.argv.slice(2).filter((argument) => !argument.startsWith('--'))

function readExistingNames(): string[] {
  if (process.argv.includes('--prune') || !existsSync(TARGET)) return []
  return [...readFileSync(TARGET, 'utf8').matchAll(/export const (\w+)/g)].map(
    ([, name = '']) => name,
  )
}

function listIconNames(): string[] {
  const names = new Set<string>([...readExistingNames(), ...requestedNames])
  for (const file of globSync('src/**/*.{ts,tsx}')) {
    for (const [, list = ''] of readFileSync(file, 'utf8').matchAll(IMPORT)) {
      for (const part of list.split(',')) {
        const name = part.trim().split(/\s+as\s+/)[0] ?? ''
        if (name && !name.startsWith('type ')) names.add(name)
      }
    }
  }

  return [...names].sort()
}

function installIcons(folder: string) {
  const options = ['--no-save', '--ignore-scripts', '--no-audit', '--no-fund', '--silent']
  execFileSync('npm', ['install', '--prefix', folder, ...options, `${PACKAGE}@${VERSION}`], {
    stdio: 'inherit',
  })
  return join(folder, 'node_modules', PACKAGE, 'assets')
}

function getSvgFile(assets: string, name: string): string {
  const weight = WEIGHTS.find((suffix) => name.endsWith(suffix))
  const bare = weight ? name.slice(0, -weight.length) : name
  const kebab = bare.replace(/([a-z0-9])([A-Z])/g, '$1-$2').toLowerCase()
  const folder = weight?.toLowerCase() ?? 'regular'
  return join(assets, folder, `${kebab}${weight ? `-${folder}` : ''}.svg`)
}

function readSvgPath(assets: string, name: string): string {
  const file = getSvgFile(assets, name)
  if (!existsSync(file)) throw new Error(`${PACKAGE} has no icon for ${name}`)
  const svg = readFileSync(file, 'utf8')
  const paths = [...svg.matchAll(/<path d="([^"]+)"/g)].map(([, d = '']) => d)
  if (paths.length === 0) throw new Error(`${file} has no path`)
  return paths.join('')
}

function formatIconLine(assets: string, name: string): string {
  const line = `export const ${name} = '${readSvgPath(assets, name)}'`
  return line.length > LINE_WIDTH ? line.replace(' = ', ' =\n  ') : line
}

function main() {
  const folder = mkdtempSync(join(tmpdir(), 'candor-icons-'))

  try {
    const assets = installIcons(folder)
    const lines = listIconNames().map((name) => formatIconLine(assets, name))
    const head =
      `// Written by tools/make-icons.ts from ${PACKAGE} (MIT). Import a name there ` +
      'is not yet, then run it.\n'
    writeFileSync(TARGET, `${head}${lines.join('\n')}\n`)
    process.stdout.write(`${lines.length} icons\n`)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

main()
