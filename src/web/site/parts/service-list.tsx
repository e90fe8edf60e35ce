import { Link } from 'react-router'
import { Icon } from '#ui/icon.tsx'
import { caretRight } from '#ui/icons.ts'
import type { Service } from '../copy/services.ts'
import { RiskMeter } from './risk-meter.tsx'
import styles from './service-list.module.css'

/** Renders the asset classes, each with its risk. */
export const ServiceList = ({ services }: { services: readonly Service[] }) => (
  <div className={styles.list}>
    {services.map(({ path, name, hint, icon, risk }) => (
      <Link key={path} to={path}>
        <Icon glyph={icon} />
        <span>
          <b>{name}</b>
          <span className={styles.hint}>{hint}</span>
        </span>
        <RiskMeter risk={risk} />
        <Icon glyph={caretRight} />
      </Link>
    ))}
  </div>
)
