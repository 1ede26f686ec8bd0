// Tabs that keys and screen readers know: arrows move, Home and End jump.
export interface TabItem {
  id: string;
  title: string;
}

export class Tabs {
  private buttons = new Map<string, HTMLButtonElement>();
  private panels = new Map<string, HTMLElement>();

  constructor(private readonly list: HTMLElement, panels: HTMLElement, prefix: string, items: TabItem[], private readonly chosen: (id: string) => void) {
    for (const { id, title } of items) {
      const button = document.createElement("button");
      button.type = "button";
      button.role = "tab";
      button.id = `${prefix}-tab-${id}`;
      button.textContent = title;
      button.setAttribute("aria-controls", `${prefix}-panel-${id}`);
      button.onclick = () => this.choose(id);
      list.append(button);
      const panel = document.createElement("div");
      panel.role = "tabpanel";
      panel.id = `${prefix}-panel-${id}`;
      panel.className = `panel ${id}`;
      panel.tabIndex = 0;
      panel.setAttribute("aria-labelledby", button.id);
      panels.append(panel);
      this.buttons.set(id, button);
      this.panels.set(id, panel);
    }
    list.addEventListener("keydown", (event) => this.move(event));
  }

  panel(id: string): HTMLElement {
    return this.panels.get(id)!;
  }

  title(id: string, title: string): void {
    this.buttons.get(id)!.textContent = title;
  }

  hide(id: string, isHidden: boolean): void {
    this.buttons.get(id)!.hidden = isHidden;
  }

  /** Shows a tab without telling anybody. */
  show(id: string): void {
    for (const [own, button] of this.buttons) {
      const isShown = own === id;
      button.setAttribute("aria-selected", String(isShown));
      button.tabIndex = isShown ? 0 : -1;
      this.panels.get(own)!.hidden = !isShown;
    }
  }

  private choose(id: string): void {
    this.show(id);
    this.chosen(id);
  }

  private move(event: KeyboardEvent): void {
    const shown = [...this.buttons].filter(([, button]) => !button.hidden);
    const at = shown.findIndex(([, button]) => button === document.activeElement);
    const steps: Record<string, number> = { ArrowRight: at + 1, ArrowLeft: at - 1 + shown.length, Home: 0, End: shown.length - 1 };
    const next = steps[event.key];
    if (at < 0 || next === undefined) return;
    event.preventDefault();
    const [id, button] = shown[next % shown.length]!;
    this.choose(id);
    button.focus();
    void this.list;
  }
}
