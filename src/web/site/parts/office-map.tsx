import { Button } from '#ui/actions/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { mapPin } from '#ui/icons.ts'
import styles from './office-map.module.css'

type Props = { latitude: number; longitude: number; sample: boolean }

const MAP = 'https://www.openstreetmap.org'
/** The shown distance around the office, in degrees. */
const AROUND = { latitude: 0.0035, longitude: 0.007 }

/** Renders the office on a drawn plan, until the reader loads the real map from another site. */
export function OfficeMap({ latitude, longitude, sample }: Props) {
  const box = [
    longitude - AROUND.longitude,
    latitude - AROUND.latitude,
    longitude + AROUND.longitude,
    latitude + AROUND.latitude,
  ]

  const marker = `${latitude},${longitude}`
  const frame =
    `${MAP}/export/embed.html?bbox=${box.join('%2C')}&layer=mapnik` +
    `&marker=${encodeURIComponent(marker)}`

  return (
    <figure className={styles.map}>
      <div className={styles.plan}>
        <Streets />
        <Icon glyph={mapPin} className={styles.pin} />
        <Button
          hidden
          data-frame={frame}
          data-frame-title="Map of the office"
          className={styles.button}
        >
          Show the map
        </Button>
      </div>
      <figcaption>
        {sample && 'Sample location. '}
        Showing the map loads it from OpenStreetMap, which will see your IP address.{' '}
        <a
          className="link"
          href={`${MAP}/?mlat=${latitude}&mlon=${longitude}#map=17/${latitude}/${longitude}`}
          rel="noopener"
        >
          Open in OpenStreetMap
        </a>
      </figcaption>
    </figure>
  )
}

/** Renders an invented street plan as a placeholder. */
const Streets = () => (
  <svg
    viewBox="0 0 400 240"
    preserveAspectRatio="xMidYMid slice"
    aria-hidden="true"
    focusable="false"
  >
    {Array.from({ length: 9 }, (_, at) => `M${-40 + at * 56} -10 L${20 + at * 52} 250`).map(
      (line) => (
        <path key={line} d={line} />
      ),
    )}
    {Array.from(
      { length: 7 },
      (_, at) => `M-10 ${10 + at * 38} Q200 ${-14 + at * 44} 410 ${20 + at * 34}`,
    ).map((line) => (
      <path key={line} d={line} />
    ))}
    <path className={styles.river} d="M-10 190 C90 120 150 220 250 160 S360 90 410 120" />
  </svg>
)
