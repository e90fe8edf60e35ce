import './fonts.css'
import './tokens.css'
import './base.css'
import besley from '@fontsource-variable/besley/files/besley-latin-wght-normal.woff2?url'
// biome-ignore format: the path needs a line of its own
import instrumentSans from
  '@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2?url'

/** The two font files that every public page shows at once, for `<link rel="preload">`. */
export const fontPreloads = [besley, instrumentSans].map((href) => ({
  rel: 'preload',
  href,
  as: 'font',
  type: 'font/woff2',
  crossOrigin: 'anonymous' as const,
}))
