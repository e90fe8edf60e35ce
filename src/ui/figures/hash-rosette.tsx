import { useId } from 'react'
import { buildRosetteShape, type RosetteRing } from './rosette-path.ts'

type Props = {
  /** 64 hex digits. */
  hash: string
  /** Line density: .34 for an icon, .7 for 84 px, 1 to 1.35 when large. */
  density?: number
  stroke?: number
  className?: string | undefined
}

/**
 * Renders a rosette drawn from 32 bytes, as a visual aid. It proves nothing: print the hash next to
 * it.
 */
export function HashRosette({ hash, density = 1, stroke = 0.5, className }: Props) {
  const { outer, inner } = buildRosetteShape(hash, density)
  return (
    <svg
      viewBox="-101 -101 202 202"
      fill="none"
      stroke="currentColor"
      strokeWidth={stroke}
      className={className}
      aria-hidden="true"
      focusable="false"
    >
      <Ring ring={outer} />
      <Ring ring={inner} />
      <circle r="96.5" />
      <circle r="99" />
      <circle r="27" />
      <path stroke="none" fill="currentColor" d="M-12-8.5h24v5.4h-24zM-12 3.1h24v5.4h-24z" />
    </svg>
  )
}

function Ring({ ring }: { ring: RosetteRing }) {
  const id = useId()
  return (
    <>
      <path id={id} d={ring.path} />
      {ring.rotations.map((rotation) => (
        <use key={rotation} href={`#${id}`} transform={rotation} />
      ))}
    </>
  )
}
