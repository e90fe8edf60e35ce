import type { Scene } from './scene-canvas.ts'

/** The drawings by name, each loaded when it is first shown. */
export const SCENES = {
  book: async () => (await import('./book.ts')).book,
  globe: async () => (await import('./globe.ts')).globe,
  dial: async () => (await import('./dial.ts')).dial,
  street: async () => (await import('./street.ts')).street,
  ingots: async () => (await import('./ingots.ts')).ingots,
  strata: async () => (await import('./strata.ts')).strata,
  beats: async () => (await import('./beats.ts')).beats,
  rings: async () => (await import('./rings.ts')).rings,
  chained: async () => (await import('./chained.ts')).chained,
  mosaic: async () => (await import('./mosaic.ts')).mosaic,
  circles: async () => (await import('./circles.ts')).circles,
  followers: async () => (await import('./purposes.ts')).followers,
  ticks: async () => (await import('./purposes.ts')).ticks,
  bundles: async () => (await import('./purposes.ts')).bundles,
  contours: async () => (await import('./purposes.ts')).contours,
} satisfies Record<string, () => Promise<Scene>>

export type SceneName = keyof typeof SCENES
