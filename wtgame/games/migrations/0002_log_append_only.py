"""Make the log append-only in the database itself: a fault in the code, or a hand at the console, can't rewrite it."""

from django.db import migrations

from wtgame.games.append_only import INSTALL, REMOVE


def install(apps, schema_editor):
    for statement in INSTALL[schema_editor.connection.vendor]:
        schema_editor.execute(statement)


def remove(apps, schema_editor):
    for statement in REMOVE[schema_editor.connection.vendor]:
        schema_editor.execute(statement)


class Migration(migrations.Migration):
    dependencies = [("games", "0001_initial")]

    operations = [migrations.RunPython(install, remove, elidable=False)]
