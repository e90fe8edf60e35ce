import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { SETTING_WORDS } from './setting-labels.tsx'

test('Refused countries are picked by their names, kept by their letters, and never all at once', () => {
  const { fields, from } = SETTING_WORDS.countries
  const html = renderToStaticMarkup(fields({ blocked: ['KP', 'IR'] }))
  expect(html).toContain('Remove North Korea')
  expect(html).not.toContain('Every country')

  const [, submitted] = /name="countries\.blocked" value="([^"]*)"/.exec(html) ?? []
  expect(from({ 'countries.blocked': submitted ?? '' })).toEqual({ blocked: ['KP', 'IR'] })
})
