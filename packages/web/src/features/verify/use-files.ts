import { useState } from "react";
import type { DragEvent } from "react";
import { readReceiptFile } from "./read-file.ts";
import type { FileProblem, OpenedFile } from "./read-file.ts";

export type Files = ReturnType<typeof useFiles>;

/** Receipt files that are opened, or dropped on what `dropping` is spread over. */
export function useFiles(onOpen: (opened: OpenedFile) => void) {
  const [problem, setProblem] = useState<FileProblem>();
  const [isOver, setIsOver] = useState(false);

  async function take(file: File) {
    const opened = await readReceiptFile(file);
    setProblem(typeof opened === "string" ? opened : undefined);
    if (typeof opened !== "string") onOpen(opened);
  }

  const hasFile = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes("Files");
  const dropping = {
    onDragOver(event: DragEvent) {
      if (!hasFile(event)) return;
      event.preventDefault();
      setIsOver(true);
    },
    onDragLeave(event: DragEvent) {
      if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setIsOver(false);
    },
    onDrop(event: DragEvent) {
      if (!hasFile(event)) return;
      event.preventDefault();
      setIsOver(false);
      const [file] = event.dataTransfer.files;
      if (file !== undefined) void take(file);
    },
  };
  return { problem, isOver, take, dropping };
}
