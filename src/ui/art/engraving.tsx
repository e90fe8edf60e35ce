import { joinClasses } from '../classes.ts'
import styles from './engraving.module.css'
import type { SceneName } from './scenes.ts'

export type { SceneName }

type Props = { scene: SceneName; className?: string | undefined }

/**
 * Renders the canvas of a fine-line drawing; `enhance/drawings.ts` draws it while it is visible.
 */
export const Engraving = ({ scene, className }: Props) => (
  <div
    className={joinClasses(styles.engraving, className)}
    data-engraving={scene}
    aria-hidden="true"
  >
    <canvas />
    <canvas />
  </div>
)
