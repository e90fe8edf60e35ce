import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Violation } from './architecture.ts'

const STYLE_IMPORT = /import (\w+) from '([^']+\.module\.css)'/g

/**
 * Returns a violation for each CSS class that a component uses and its stylesheet lacks: a bundler
 * doesn't report one.
 */
export function checkCssClasses(root: string, files: string[]): Violation[] {
  return files
    .filter((file) => file.endsWith('.tsx'))
    .flatMap((file) => {
      const code = readFileSync(join(root, file), 'utf8')
      return [...code.matchAll(STYLE_IMPORT)].flatMap(([, name = '', from = '']) =>
        listMissingClasses(
          root,
          from.startsWith('#') ? from.replace('#', 'src/') : join(dirname(file), from),
          {
            classNames: [...code.matchAll(new RegExp(`(?<![\\w./'-])${name}\\.(\\w+)`, 'g'))].map(
              ([, className = '']) => className,
            ),
            at: file,
          },
        ),
      )
    })
}

function listMissingClasses(
  root: string,
  stylesheet: string,
  { classNames, at }: { classNames: string[]; at: string },
): Violation[] {
  const css = readFileSync(join(root, stylesheet), 'utf8')
  const there = new Set([...css.matchAll(/\.([a-z][\w-]*)/gi)].map(([, className]) => className))

  return [...new Set(classNames)]
    .filter((className) => !there.has(className))
    .map((className) => ({
      rule: 'CSS classes exist',
      at: `${at}: .${className}`,
      fix: `add it to ${stylesheet}, import it from its stylesheet, or don't use it`,
    }))
}
