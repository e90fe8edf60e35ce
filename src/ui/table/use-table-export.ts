import { buildTableCsv, downloadCsv } from './csv.ts'
import type { DataTableProps } from './data-table-props.ts'
import { useExportGate } from './export-gate.tsx'

type Exported<Row> = Pick<DataTableProps<Row>, 'columns' | 'exportName' | 'onExport'> & {
  found: readonly Row[]
  search: string
}

/** Returns the action of 'Export CSV'; undefined where there is none or the gate is closed. */
export function useTableExport<Row extends object>({
  columns,
  exportName,
  onExport,
  found,
  search,
}: Exported<Row>): (() => void) | undefined {
  const gate = useExportGate()
  if (gate && !gate.allowed) return undefined
  if (onExport) return onExport
  if (!exportName) return undefined

  return () => {
    const text = buildTableCsv(columns, found)
    if (!gate) return downloadCsv(exportName, text)

    void gate
      .onExport({ name: exportName, rows: found.length, search })
      .then((recorded) => recorded && downloadCsv(exportName, text))
  }
}
