import { createContext, type ReactNode, useContext } from 'react'

/** Who runs this installation, as far as every page needs to know. */
export type House = {
  mode: 'sandbox' | 'live'
  legalName: string

  brand: string
  address: string
  email: string
  registration: string
  year: number
}

const HouseContext = createContext<House | null>(null)

export const HouseProvider = HouseContext.Provider

/** The operator's details that the root of the page has read. */
export function useHouse(): House {
  const house = useContext(HouseContext)
  if (!house) throw new Error('useHouse is used below the root of the page')
  return house
}

export const SANDBOX_MARK = 'Sandbox: all money here is simulated'

/** The mark that every page of the sandbox carries; nothing in live. */
export function useMark(): ReactNode {
  return useHouse().mode === 'sandbox' ? SANDBOX_MARK : undefined
}

/** The page's title, with the operator's name behind it. */
export function PageTitle({ children }: { children: string }) {
  const { brand } = useHouse()
  return <title>{`${children} · ${brand}`}</title>
}
