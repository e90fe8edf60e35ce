import { useEffect, useRef } from 'react'
import { classes } from '../classes.ts'
import styles from './engraving.module.css'
import type { Scene } from './pen.ts'
import { play } from './play.ts'

/** Each drawing comes when it is shown: a page brings only its own. */
const SCENES = {
  book: async () => (await import('./book.ts')).book,
  globe: async () => (await import('./globe.ts')).globe,
  dial: async () => (await import('./dial.ts')).dial,
  street: async () => (await import('./fields.ts')).street,
  ingots: async () => (await import('./fields.ts')).ingots,
  strata: async () => (await import('./fields.ts')).strata,
  beats: async () => (await import('./fields.ts')).beats,
  rings: async () => (await import('./rounds.ts')).rings,
  chained: async () => (await import('./rounds.ts')).chained,
  mosaic: async () => (await import('./rounds.ts')).mosaic,
  circles: async () => (await import('./rounds.ts')).circles,
  followers: async () => (await import('./purposes.ts')).followers,
  ticks: async () => (await import('./purposes.ts')).ticks,
  bundles: async () => (await import('./purposes.ts')).bundles,
  contours: async () => (await import('./purposes.ts')).contours,
} satisfies Record<string, () => Promise<Scene>>

export type SceneName = keyof typeof SCENES

type Props = { scene: SceneName; paused?: boolean; className?: string | undefined }

/** Fine-line art, drawn only while it can be seen. A still picture for those who prefer less motion. */
export function Engraving({ scene, paused = false, className }: Props) {
  const standing = useRef<HTMLCanvasElement>(null)
  const moving = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    let stop = () => {}
    let gone = false
    SCENES[scene]().then((drawing) => {
      if (gone || !standing.current || !moving.current) return
      stop = play(drawing, { standing: standing.current, moving: moving.current }, paused)
    })
    return () => {
      gone = true
      stop()
    }
  }, [scene, paused])
  return (
    <div className={classes(styles.engraving, className)} aria-hidden="true">
      <canvas ref={standing} />
      <canvas ref={moving} />
    </div>
  )
}
