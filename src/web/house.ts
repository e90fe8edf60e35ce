import { useRouteLoaderData } from 'react-router'
import type { House } from '#modules/settings/components/house.tsx'

export const RISK_WARNING =
  'Investing puts your money at risk. You may get back less than you put in, and no return is promised.'

/** The house where the root itself may have failed. */
export const useHouseOrNone = () => useRouteLoaderData('root') as House | undefined
