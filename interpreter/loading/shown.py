"""Checks of the names under `show`: what is hidden, the map, the rows, the grids, the lines."""

from __future__ import annotations

from interpreter.loading.documents import Item, ListNode, MapNode
from interpreter.loading.model import PieceDecl, SpaceDecl, is_number
from interpreter.loading.referring import Referring, near


class Shown(Referring):
    def all(self) -> None:
        """Report what the hints for drawing name and the ruleset does not have."""
        self.hidden()
        self.map_shown()
        self.rows_shown()
        self.grids_shown()
        self.lines_shown()
        self.shelves_shown()
        self.marks_shown()
        self.changes_told()
        self.values_told()

    def require(self, item: Item, what: str, *keys: str) -> None:
        """Report keys that are missing where a module began something; what a file itself lacks its schema tells."""
        node = item.value
        if isinstance(node, MapNode) and not node.faulty:
            for key in keys:
                if key not in node.items:
                    self.diagnostics.add("E102", item.key_span, key=key, what=what)

    def hidden(self) -> None:
        """Names under `show: hide:` and `show: counted:`."""
        model = self.model
        kinds = {id for space in model.spaces.values() for id in space.kinds}
        places = {*model.zones, *model.boards, *model.spaces, *kinds}
        variables = {*model.game_state, *model.player_state}
        self.refer("a zone, board, space, or variable of the game or of players", {*places, *variables}, "show", "hide")
        self.refer("a zone of pieces", {id for id, zone in model.zones.items() if zone.pieces}, "show", "counted")

    def changes_told(self) -> None:
        """Names under `show: changes:`."""
        model = self.model
        states = (model.game_state, model.player_state)
        numbers = {id for state in states for id, decl in state.items() if is_number(decl.type)}
        kinds = {id for space in model.spaces.values() if not space.is_grid for id in space.kinds}
        known = {*numbers, *model.zones, *model.boards, *kinds}
        self.refer(
            "a variable of the game or of players with a number, a zone, board or space", known, "show", "changes"
        )

    def values_told(self) -> None:
        """Names under `show: values:`."""
        told = {id for id, decl in self.model.values.items() if list(decl.given.values()) in ([], ["player"])}
        self.refer("a table, a value of nothing, or of one player", {*told, *self.model.tables}, "show", "values")

    def rows_shown(self) -> None:
        """Names under `show: rows:`."""
        model = self.model
        groups = {group for track in model.tracks.values() for group in track.groups}
        by_track = {id for id, decl in model.game_state.items() if decl.type == "int per track"}
        node = self.at("show", "rows")
        for item in node if isinstance(node, MapNode) else ():
            path = ("show", "rows", item.key)
            of_tracks = isinstance(item.value, MapNode) and "tracks" in item.value.items
            self.require(item, "rows", *(["tracks"] if of_tracks else ["spaces", "by", "at"]))
            rows, standing, lies = {*model.tracks, *groups}, by_track, "a variable of the game `int per track`"
            self.refer("a track or group of tracks", rows, *path, "tracks")
            self.refer("a class of spaces", model.spaces, *path, "spaces")
            space = model.spaces.get(self.word(*path, "spaces"))
            if space is not None:
                for key in ("by", "at"):
                    self.refer(f"an attribute of `{space.id}`", space.attributes, *path, key)
                self.printed_attributes(space, *path)
                rows = {str(kind.attributes.get(self.word(*path, "by"))) for kind in space.kinds.values()}
                standing = {id for id, decl in model.game_state.items() if decl.type == space.id}
                lies = f"a variable of the game with the type `{space.id}`"
            self.keys("a row", rows, *path, "printed")
            printed = self.at(*path, "printed")
            for row in printed if isinstance(printed, MapNode) else ():
                self.refer("a table", model.tables, *path, "printed", row.key)
            heights = self.at(*path, "standing")
            self.keys(lies, standing, *path, "standing")
            for one in heights if isinstance(heights, MapNode) else ():
                self.refer("a variable of the game `int per track`", by_track, *path, "standing", one.key)
            if isinstance(heights, ListNode):
                self.refer(lies, standing, *path, "standing")
            stacked = {id for id, decl in model.player_state.items() if decl.type == "int per track"}
            self.refer("a variable of players `int per track`", stacked, *path, "stacked")

    def printed_attributes(self, space: SpaceDecl, *path: str) -> None:
        """Names of attributes whose values fit in a cell: all but bags and shapes."""
        fit = {id for id, type in space.attributes.items() if type not in ("bag", "shape")}
        self.refer(f"an attribute of `{space.id}` with a number or a thing", fit, *path, "attributes")

    def grids_shown(self) -> None:
        """Names under `show: grids:`."""
        grids = {id: space for id, space in self.model.spaces.items() if space.columns}
        self.keys("a grid of spaces", grids, "show", "grids")
        for id, space in grids.items():
            self.refer(f"an attribute of `{id}`", space.attributes, "show", "grids", id, "by")
            self.printed_attributes(space, "show", "grids", id)
            places = {
                *self.model.zones,
                *(kind for one in self.model.spaces.values() if not one.is_grid for kind in one.kinds),
            }
            for edge in ("columns", "rows"):
                self.refer("a zone or space", places, "show", "grids", id, edge)

    def lines_shown(self) -> None:
        """Names under `show: lines:`."""
        listed: dict[str, SpaceDecl | PieceDecl] = {id: x for id, x in self.model.spaces.items() if not x.is_grid}
        listed |= self.model.pieces
        self.keys("a class of spaces without a grid, of pieces or of effects", listed, "show", "lines")
        for id, cls in listed.items():
            fit = {name for name, type in cls.attributes.items() if type != "shape"}
            self.refer(f"an attribute of `{id}` with a number, a thing or amounts", fit, "show", "lines", id)

    def shelves_shown(self) -> None:
        """Names under `show: shelves:`."""
        model = self.model
        zones = {id for id, zone in model.zones.items() if not zone.pieces and not zone.per_player}
        self.keys("a zone of counters that all share", zones, "show", "shelves")
        tables = {id: t.values for id, t in model.tables.items() if t.values and set(t.values) <= {*model.resources}}
        numbers = {id for id, values in tables.items() if all(isinstance(n, int) for n in values.values())}
        node = self.at("show", "shelves")
        for item in node if isinstance(node, MapNode) else ():
            path = ("show", "shelves", item.key)
            self.require(item, "a shelf", "cells", "rows")
            self.refer("a table by resource", tables, *path, "rows")
            if not self.word(*path, "cells").isdigit():
                self.refer("a table of numbers by resource", numbers, *path, "cells")

    def marks_shown(self) -> None:
        """What is given a letter under `marks` of the rows, grids and the map, or a look."""
        model = self.model
        known = {*model.resources, *model.pieces, *model.tables, *model.game_state}
        for cls in model.pieces.values():
            known |= {*cls.kinds, *cls.state, *cls.faces}
        for space in model.spaces.values():
            known |= {*space.kinds, *space.state, *space.attributes}
        known |= {mark for track in model.tracks.values() for marks in track.marks.values() for mark in marks}
        places = {*model.zones, *model.boards, *model.spaces, *model.tracks, *self.rows_titles(), *model.game.seats}
        self.keys("a kind, resource, place, row, track, mark, table or seat", known | places, "show", "look")
        what = "a kind, resource, table, variable, attribute of spaces or mark of a track"
        for part in ("rows", "grids"):
            node = self.at("show", part)
            for item in node if isinstance(node, MapNode) else ():
                self.keys(what, known, "show", part, item.key, "marks")
        self.keys(what, known, "show", "map", "marks")

    def rows_titles(self) -> list[str]:
        """The titles of rows."""
        node = self.at("show", "rows")
        return [item.key for item in node] if isinstance(node, MapNode) else []

    def map_shown(self) -> None:
        """Names under `show: map:`."""
        node = self.at("show", "map")
        if not isinstance(node, MapNode):
            return
        spaces = self.model.spaces
        show = self.at("show")
        assert isinstance(show, MapNode)
        self.require(show.items["map"], "the map", "cells", "lies")
        self.refer("a class of hexes", [s.id for s in spaces.values() if s.rings], "show", "map", "cells")
        cells = spaces.get(self.word("show", "map", "cells"))
        variables = {name: v.type for name, v in cells.state.items()} if cells is not None else {}
        links = [name for name, kind in variables.items() if kind in spaces]
        if cells is not None and cells.rings:
            self.refer("a variable of the hexes that holds a space", links, "show", "map", "lies")
        tile = spaces.get(variables.get(self.word("show", "map", "lies"), ""))
        if tile is not None:
            self.refer(f"a variable of `{tile.id}`", tile.state, "show", "map", "turn")
            self.refer(f"an attribute of `{tile.id}`", tile.attributes, "show", "map", "edges")
            fit = {id for id, type in tile.attributes.items() if not type.startswith("list ") and type != "shape"}
            self.refer(f"an attribute of `{tile.id}` with a number or a thing", fit, "show", "map", "attributes")
        counts = node.get("counts")
        for item in counts if isinstance(counts, MapNode) else ():
            space = spaces.get(item.key)
            if space is None:
                self.diagnostics.add(
                    "E120", item.key_span, near=near(item.key, spaces), name=item.key, what="a class of spaces"
                )
            else:
                self.refer(f"an attribute of `{space.id}`", space.attributes, "show", "map", "counts", item.key)
