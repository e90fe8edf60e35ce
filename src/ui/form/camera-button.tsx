import { useEffect, useRef, useState } from 'react'
import { Button } from '../actions/button.tsx'
import { camera } from '../icons.ts'

type Props = { onFile: (file: File) => void; className?: string | undefined }

/** Returns whether the device has a touch screen; false until the browser has rendered. */
function useTouch() {
  const [touch, setTouch] = useState(false)
  useEffect(() => setTouch(matchMedia('(pointer: coarse)').matches), [])
  return touch
}

/** Renders a button that opens the camera; on phones only. */
export function CameraButton({ onFile, className }: Props) {
  const input = useRef<HTMLInputElement>(null)
  if (!useTouch()) return null

  return (
    <>
      <input
        ref={input}
        type="file"
        accept="image/*"
        capture="environment"
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
        Take a photo
      </Button>
    </>
  )
}
