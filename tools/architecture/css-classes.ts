import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Violation } from './architecture.ts'

const STYLE_IMPORT = /import (\w+) from '([^']+\.module\.css)'/g

/**
 * Holds that every look a component asks for stands in the file that it takes it from: a bundler
 * says nothing of one that doesn't.
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
    .filter((look) => !there.has(look))
    .map((look) => ({
      rule: 'looks exist',
      at: `${at}: .${look}`,
      fix: `write it in ${stylesheet}, take it from where it stands, or don't ask for it`,
    }))
}
