import { useEffect, useState } from 'react'
import styles from './zone.module.css'

/** Shows the time zone of the times on these screens: the browser's, known only there. */
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
