import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { useSiteConfig } from '#modules/settings/components/site-config.tsx'
import { PauseButton } from '#ui/actions/pause-button.tsx'
import type { SceneName } from '#ui/art/engraving.tsx'
import { Film } from '#ui/art/film.tsx'
import { HeroDrawing, HeroFrame, HeroText } from '#ui/layout/hero.tsx'
import styles from './page-hero.module.css'

type Props = {
  title: string
  lead: ReactNode
  scene: SceneName
  aside?: ReactNode
  children?: ReactNode
}

/**
 * Renders the top of a public page other than the home page: text on the left; on the right the
 * operator's film or picture of this page, else its drawing.
 */
export function PageHero({ title, lead, scene, aside, children }: Props) {
  const { films } = useSiteConfig()
  const film = films[useLocation().pathname.replace(/\/$/, '').slice(1)]
  const moves = !film || film.sources.length > 0

  return (
    <HeroFrame
      data-drawn=""
      className={styles.hero}
      media={
        <>
          {film ? <Film {...film} className={styles.film} /> : <HeroDrawing scene={scene} />}
          {moves && <PauseButton what={film ? 'film' : 'drawing'} className={styles.pause} />}
        </>
      }
    >
      <div className={styles.text}>
        {aside}
        <div>
          <HeroText title={title} lead={lead} />
        </div>
        {children}
      </div>
    </HeroFrame>
  )
}
