import { play } from '../art/play.ts'
import { SCENES, type SceneName } from '../art/scenes.ts'

/**
 * Distance from the viewport at which a drawing starts, so that it is ready when it becomes
 * visible.
 */
const NEAR = '400px'

/**
 * Draws every engraving of a page when it comes near, and follows changes of its scene or pause.
 */
export function enhanceDrawings(root: ParentNode): () => void {
  const ends = [...root.querySelectorAll<HTMLElement>('[data-engraving]')].map(enhanceDrawing)
  return () => {
    for (const end of ends) end()
  }
}

function enhanceDrawing(place: HTMLElement): () => void {
  const [still, moving] = place.querySelectorAll('canvas')
  let stop = () => {}
  let turn = 0
  const begin = async () => {
    const mine = ++turn
    stop()
    stop = () => {}

    const scene = await SCENES[place.dataset.engraving as SceneName]?.()
    if (mine !== turn || !scene || !still || !moving) return

    stop = play(scene, { still, moving }, place.hasAttribute('data-paused'))
  }

  const changes = new MutationObserver(begin)
  const sight = new IntersectionObserver(
    ([entry]) => {
      if (!entry?.isIntersecting) return
      sight.disconnect()
      changes.observe(place, { attributeFilter: ['data-engraving', 'data-paused'] })
      begin()
    },
    { rootMargin: NEAR },
  )

  sight.observe(place)

  return () => {
    turn += 1
    sight.disconnect()
    changes.disconnect()
    stop()
  }
}
