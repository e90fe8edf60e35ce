import { QRCodeSVG } from 'qrcode.react'
import { useState } from 'react'
import { Segmented } from '../actions/segmented.tsx'
import styles from './qr-code.module.css'

export type QrMode = {
  label: string
  /** The encoded text. */
  text: string
  /** Explains what scanning does. */
  hint?: string | undefined
}

type Props = {
  /** The first is shown initially. A single mode needs no switch. */
  modes: readonly [QrMode, ...QrMode[]]
  /** The accessible name: what the code is for. */
  label: string
}

/** Renders a QR code, black on white in both themes, with a switch between several contents. */
export function QrCode({ modes, label }: Props) {
  const [chosen, setChosen] = useState(0)
  const mode = modes[chosen] ?? modes[0]

  return (
    <div className={styles.qr}>
      <div className={styles.code}>
        <QRCodeSVG
          value={mode.text}
          size={220}
          level="L"
          boostLevel={false}
          bgColor="#ffffff"
          fgColor="#000000"
          title={label}
          role="img"
        />
      </div>
      {modes.length > 1 && (
        <Segmented
          block
          label="QR code content"
          value={String(modes.indexOf(mode))}
          options={modes.map((option, index) => ({ value: String(index), label: option.label }))}
          onChange={(index) => setChosen(Number(index))}
        />
      )}
      {mode.hint && <p>{mode.hint}</p>}
    </div>
  )
}
