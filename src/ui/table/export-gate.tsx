import { createContext, useContext } from 'react'

export type TableExport = {
  /** The name of the file. */
  name: string
  /** The number of its rows. */
  rows: number
  /** The search text of the list. */
  search: string
}

/** Decides on exports of the tables below it; without one, every table may be exported. */
export type ExportGate = {
  allowed: boolean
  /** Runs before a file is created here; the file is not created unless it returns true. */
  onExport: (table: TableExport) => Promise<boolean>
}

const ExportGateContext = createContext<ExportGate | undefined>(undefined)

/** Provides the gate; the layout of the back office renders it. */
export const ExportGateProvider = ExportGateContext.Provider

/** Returns the gate, if there is one. */
export const useExportGate = () => useContext(ExportGateContext)
