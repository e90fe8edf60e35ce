import { useEffect, useRef, useState } from 'react'
import { Button } from '../actions/button.tsx'
import { camera } from '../icons.ts'

/** The camera that opens: the one behind the screen, or the one that shows its owner. */
export type CameraFacing = 'environment' | 'user'

type Props = {
  onFile: (file: File) => void
  facing?: CameraFacing | undefined
  label?: string
  className?: string | undefined
}

/** Returns whether the device has a touch screen; false until the browser has rendered. */
function useTouch() {
  const [touch, setTouch] = useState(false)
  useEffect(() => setTouch(matchMedia('(pointer: coarse)').matches), [])
  return touch
}

/** Renders a button that opens the camera; on phones only. */
export function CameraButton({
  onFile,
  facing = 'environment',
  label = 'Take a photo',
  className,
}: Props) {
  const input = useRef<HTMLInputElement>(null)
  if (!useTouch()) return null

  return (
    <>
      <input
        ref={input}
        type="file"
        accept="image/*"
        capture={facing}
        className="visually-hidden"
        tabIndex={-1}
        aria-hidden="true"
        onChange={({ target }) => {
          const taken = target.files?.[0]
          target.value = ''
          if (taken) onFile(taken)
        }}
      />
      <Button size="sm" icon={camera} className={className} onClick={() => input.current?.click()}>
        {label}
      </Button>
    </>
  )
}
