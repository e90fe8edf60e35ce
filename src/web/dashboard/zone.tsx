import { useEffect, useState } from 'react'
import styles from './zone.module.css'

/** Names the zone that the times on these screens are in: the browser's own, known only there. */
export function Zone() {
  const [zone, setZone] = useState('')
  useEffect(() => setZone(Intl.DateTimeFormat().resolvedOptions().timeZone), [])

  const place = zone.replace(/^.*\//, '').replaceAll('_', ' ')

  return (
    <span className={styles.zone}>
      {zone && <span className="meta faint">Times in {place}</span>}
    </span>
  )
}
