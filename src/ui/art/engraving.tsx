import { useEffect, useRef } from 'react'
import { classes } from '../classes.ts'
import { book } from './book.ts'
import styles from './engraving.module.css'
import { play } from './play.ts'

const SCENES = { book }

type Props = { scene: keyof typeof SCENES; paused: boolean; className?: string | undefined }

/** Fine-line art, drawn only while it can be seen. A still picture for those who prefer less motion. */
export function Engraving({ scene, paused, className }: Props) {
  const standing = useRef<HTMLCanvasElement>(null)
  const moving = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    if (!standing.current || !moving.current) return
    return play(SCENES[scene], { standing: standing.current, moving: moving.current }, paused)
  }, [scene, paused])
  return (
    <div className={classes(styles.engraving, className)}>
      <canvas ref={standing} />
      <canvas ref={moving} />
    </div>
  )
}
