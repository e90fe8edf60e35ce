import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Violation } from './architecture.ts'

const LOOKS = /import (\w+) from '([^']+\.module\.css)'/g

/**
 * Holds that every look a component asks for stands in the file that it takes it from: a bundler
 * says nothing of one that doesn't.
 */
export function lawOfLooks(root: string, files: string[]): Violation[] {
  return files
    .filter((file) => file.endsWith('.tsx'))
    .flatMap((file) => {
      const code = readFileSync(join(root, file), 'utf8')
      return [...code.matchAll(LOOKS)].flatMap(([, name = '', from = '']) =>
        missingIn(
          root,
          from.startsWith('#') ? from.replace('#', 'src/') : join(dirname(file), from),
          {
            asked: [...code.matchAll(new RegExp(`(?<![\\w./'-])${name}\\.(\\w+)`, 'g'))].map(
              ([, look = '']) => look,
            ),
            at: file,
          },
        ),
      )
    })
}

function missingIn(
  root: string,
  looks: string,
  { asked, at }: { asked: string[]; at: string },
): Violation[] {
  const css = readFileSync(join(root, looks), 'utf8')
  const there = new Set([...css.matchAll(/\.([a-z][\w-]*)/gi)].map(([, look]) => look))

  return [...new Set(asked)]
    .filter((look) => !there.has(look))
    .map((look) => ({
      rule: 'looks exist',
      at: `${at}: .${look}`,
      mend: `write it in ${looks}, take it from where it stands, or don't ask for it`,
    }))
}
