import { join } from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import type { Hono } from 'hono'
import type { Brand } from '#modules/settings/adapters/brand.ts'
import type { HttpEnv } from '#platform/http/app.ts'
import type { FilmFiles } from '#ui/art/film.tsx'

const AN_HOUR = 'public, max-age=3600'
const toHeroPath = (name: string) => `/brand/hero/${name}`

/** Returns the operator's films and pictures by page. */
export const buildHeroFilms = ({
  heroes,
}: Pick<Brand, 'heroes'>): Readonly<Record<string, FilmFiles>> =>
  Object.fromEntries(
    Object.entries(heroes).map(([page, { poster, films }]) => [
      page,
      {
        poster: toHeroPath(poster.name),
        sources: films.map(({ name, type }) => ({ src: toHeroPath(name), type })),
      },
    ]),
  )

/** Serves exactly those files of the folder, with range requests. */
export function serveHeroes(
  http: Hono<HttpEnv>,
  { heroes, folder }: Pick<Brand, 'heroes' | 'folder'>,
) {
  for (const { name } of Object.values(heroes).flatMap(({ poster, films }) => [poster, ...films])) {
    const file = serveStatic<HttpEnv>({ path: join(folder ?? '', 'hero', name) })
    http.get(toHeroPath(name), async (c, next) => {
      const found = await file(c, next)
      found?.headers.set('cache-control', AN_HOUR)
      found?.headers.set('accept-ranges', 'bytes')
      return found
    })
  }
}
